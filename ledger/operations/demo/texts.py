"""What the people of the made-up tables write, in the language of their circle."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Texts:
    on_hands: tuple[str, ...]
    on_series: tuple[str, ...]  # empty: most evenings have no note
    two_piles: str  # why a hand is corrected
    face_up: str  # why a deal is thrown in
    count_again: str  # why a series is reopened
    in_cash: str  # how debts are paid


TEXTS: Mapping[str, Texts] = {
    "en": Texts(
        on_hands=("A new pack", "The tea was spilt over the cards", "Played by candlelight", "Everybody laughed"),
        on_series=("", "", "Rain all evening", "A birthday", "The last one before the holidays"),
        two_piles="Two piles had been mixed up.",
        face_up="A card lay face up in the pack.",
        count_again="To count hand 1 again.",
        in_cash="In cash",
    ),
    "de": Texts(
        on_hands=("Neue Karten", "Der Tee lief über die Karten", "Bei Kerzenlicht gespielt", "Alle haben gelacht"),
        on_series=("", "", "Den ganzen Abend Regen", "Ein Geburtstag", "Das letzte Mal vor den Ferien"),
        two_piles="Zwei Stapel waren verwechselt.",
        face_up="Im Spiel lag eine Karte offen.",
        count_again="Um das erste Spiel nachzuzählen.",
        in_cash="Bar",
    ),
    "fr": Texts(
        on_hands=("Un jeu neuf", "Du thé renversé sur les cartes", "Joué à la bougie", "Tout le monde a ri"),
        on_series=("", "", "De la pluie toute la soirée", "Un anniversaire", "La dernière avant les vacances"),
        two_piles="Deux tas avaient été mélangés.",
        face_up="Une carte était retournée dans le paquet.",
        count_again="Pour recompter la première donne.",
        in_cash="En espèces",
    ),
    "hi": Texts(
        on_hands=("नई गड्डी", "ताश पर चाय गिर गई", "मोमबत्ती की रोशनी में खेला", "सब हँस पड़े"),
        on_series=("", "", "पूरी शाम बारिश", "जन्मदिन", "छुट्टियों से पहले आख़िरी बार"),
        two_piles="दो ढेर आपस में मिल गए थे।",
        face_up="गड्डी में एक पत्ता सीधा पड़ा था।",
        count_again="पहली बाज़ी दोबारा गिनने के लिए।",
        in_cash="नक़द",
    ),
    "ne": Texts(
        on_hands=("नयाँ तास", "तासमा चिया पोखियो", "मैनबत्तीको उज्यालोमा खेलियो", "सबै हाँसे"),
        on_series=("", "", "साँझभरि पानी पर्‍यो", "जन्मदिन", "बिदाअघिको अन्तिम पटक"),
        two_piles="दुई थुप्रो मिसिएका थिए।",
        face_up="गड्डीमा एउटा पत्ती उल्टिएको थियो।",
        count_again="पहिलो बाजी फेरि गन्न।",
        in_cash="नगद",
    ),
}
