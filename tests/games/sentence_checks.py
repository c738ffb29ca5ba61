"""Checks that sentences can be shown and translated."""

from string import Formatter

from games.kit.sentences import Sentence, show_plainly


def placeholders(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def assert_valid_sentences(sentences):
    for sentence in sentences:
        assert isinstance(sentence, Sentence)
        assert sentence.text.strip() == sentence.text != ""
        names = {name for name, _ in sentence.values}
        for text in filter(None, (sentence.text, sentence.several)):
            assert placeholders(text) == names, f"{text} is given {sorted(names)}"
        assert sentence.render(str, show_plainly) == str(sentence)
        assert_translates(sentence, names)


def assert_translates(sentence, names):
    """A translation can change the order of words and how values are shown."""
    shown = []

    def show(value):
        shown.append(value)
        return f"<{len(shown)}>"

    other_words = " ".join(f"{{{name}}}" for name in sorted(names, reverse=True))

    def translate(text, *_of_several):
        return f"[{len(text)}] {other_words}"

    text = sentence.render(translate, show, translate)
    assert text.startswith(f"[{len(sentence.text)}]")
    assert shown == [value for _, value in sentence.values]
    assert text.count("<") == len(names)
