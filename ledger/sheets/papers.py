"""What a sheet can be printed on, and what it can be a picture for."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

SIZES = ("few", "some", "many")  # lines on the sheet: the fewer there are, the larger they stand


@dataclass(frozen=True)
class Paper:
    slug: str
    style: str  # a file in paper/
    seats_abreast: int  # more players than this make a second table below the first
    figures_apart: int  # up to so many players have a column for each figure of a hand, more have them in one
    figures_beside: int  # up to so many have them beside each other there, more below each other
    plot_width: float  # of the chart, in millimetres
    plot_height: Mapping[str, float]  # by the size in which the sheet is set
    has_signatures: bool = False
    is_strip: bool = False  # one long page that ends where the sheet does
    is_picture: bool = False  # a PNG with the result alone
    has_course: bool = True  # a picture with the payments and the chart as well


A4 = Paper(
    "a4",
    "a4.css",
    seats_abreast=12,
    figures_apart=5,
    figures_beside=9,
    plot_width=64,
    plot_height={"few": 46, "some": 40, "many": 24},
    has_signatures=True,
)
PHONE = Paper(
    "phone",
    "phone.css",
    seats_abreast=4,
    figures_apart=0,
    figures_beside=0,
    plot_width=31,
    plot_height=dict.fromkeys(SIZES, 34.0),
    is_strip=True,
)

# Pictures for a chat. Their pages are a quarter of so many pixels wide (pdf.PIXELS), so that none is lost in rounding.
RESULT = Paper(
    "result",
    "result.css",
    seats_abreast=4,
    figures_apart=0,
    figures_beside=0,
    plot_width=45,
    plot_height=dict.fromkeys(SIZES, 38.0),
    is_strip=True,
    is_picture=True,
)
PREVIEW = replace(RESULT, slug="preview", style="preview.css", has_course=False)

# Those that a reader chooses from.
PAPERS = {paper.slug: paper for paper in (A4, PHONE)}
