"""The papers of sheets, the pictures of results, and their layouts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

SIZES = ("few", "some", "many")  # of letters, by the number of lines: few lines are printed large


@dataclass(frozen=True)
class Paper:
    slug: str
    style: str  # a file in paper/
    seats_abreast: int  # most players in one table; more are split over several tables
    figures_apart: int  # with at most so many sides, each side has a column for each figure; with more, one column
    figures_beside: int  # with at most so many sides, the figures in one column stand on one line; with more, on two
    plot_width: float  # of the chart, in millimetres
    plot_height: Mapping[str, float]  # by the size of the letters of the sheet
    has_signatures: bool = False
    is_strip: bool = False  # one long page that ends where its content ends
    is_picture: bool = False  # a PNG with the result alone
    has_course: bool = True  # besides the ranking, a picture shows the payments and the chart


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

# Pictures for a chat. A page is a whole number of points wide, so its pixels (pdf.PIXELS per point) need no rounding.
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

# The papers that a reader can choose.
PAPERS = {paper.slug: paper for paper in (A4, PHONE)}
