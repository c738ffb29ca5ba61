"""What the people of the made-up tables write, in the language of their circle."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Texts:
    hand_notes: tuple[str, ...]
    series_notes: tuple[str, ...]  # an empty text: no note
    why_corrected: str  # a hand
    why_thrown_in: str  # a deal
    why_reopened: str  # a series
    how_paid: str


TEXTS: Mapping[str, Texts] = {
    "en": Texts(
        hand_notes=("A new pack", "The tea was spilt over the cards", "Played by candlelight", "Everybody laughed"),
        series_notes=("", "", "Rain all evening", "A birthday", "The last one before the holidays"),
        why_corrected="Two piles had been mixed up.",
        why_thrown_in="A card lay face up in the pack.",
        why_reopened="To count hand 1 again.",
        how_paid="In cash",
    ),
    "de": Texts(
        hand_notes=("Neue Karten", "Der Tee lief über die Karten", "Bei Kerzenlicht gespielt", "Alle haben gelacht"),
        series_notes=("", "", "Den ganzen Abend Regen", "Ein Geburtstag", "Das letzte Mal vor den Ferien"),
        why_corrected="Zwei Stapel waren verwechselt.",
        why_thrown_in="Im Spiel lag eine Karte offen.",
        why_reopened="Um das erste Spiel nachzuzählen.",
        how_paid="Bar",
    ),
    "fr": Texts(
        hand_notes=("Un jeu neuf", "Du thé renversé sur les cartes", "Joué à la bougie", "Tout le monde a ri"),
        series_notes=("", "", "De la pluie toute la soirée", "Un anniversaire", "La dernière avant les vacances"),
        why_corrected="Deux tas avaient été mélangés.",
        why_thrown_in="Une carte était retournée dans le paquet.",
        why_reopened="Pour recompter la première donne.",
        how_paid="En espèces",
    ),
    "hi": Texts(
        hand_notes=("नई गड्डी", "ताश पर चाय गिर गई", "मोमबत्ती की रोशनी में खेला", "सब हँस पड़े"),
        series_notes=("", "", "पूरी शाम बारिश", "जन्मदिन", "छुट्टियों से पहले आख़िरी बार"),
        why_corrected="दो ढेर आपस में मिल गए थे।",
        why_thrown_in="गड्डी में एक पत्ता सीधा पड़ा था।",
        why_reopened="पहली बाज़ी दोबारा गिनने के लिए।",
        how_paid="नक़द",
    ),
    "ne": Texts(
        hand_notes=("नयाँ तास", "तासमा चिया पोखियो", "मैनबत्तीको उज्यालोमा खेलियो", "सबै हाँसे"),
        series_notes=("", "", "साँझभरि पानी पर्‍यो", "जन्मदिन", "बिदाअघिको अन्तिम पटक"),
        why_corrected="दुई थुप्रो मिसिएका थिए।",
        why_thrown_in="गड्डीमा एउटा पत्ती उल्टिएको थियो।",
        why_reopened="पहिलो बाजी फेरि गन्न।",
        how_paid="नगद",
    ),
}
