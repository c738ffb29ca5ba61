"""Links that show a series, and the series that continue it, to everyone who has the link."""

from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ledger.api.idempotency import StoredAnswer, Work, safe_to_repeat
from ledger.api.models import Receipt
from ledger.api.schemas import links as schemas
from ledger.api.schemas.base import read_body
from ledger.circles.roles import Role
from ledger.lib.addresses import address_for_others
from ledger.live.links import change_link, load_link, make_link, open_links, revoke_link, token_of
from ledger.series.access import enter_series
from ledger.series.models import SeriesLink

TAG = "Links"


def link_answer(request: Request, link: SeriesLink) -> schemas.Link:
    url = address_for_others(request, reverse("follow:page", args=[token_of(link)]))
    return schemas.Link.made_of(link, url=url, series=link.series_id)


class LinkWrite(APIView):
    def rebuild(self, request: Request, receipt: Receipt) -> schemas.Link:
        """Return the answer to a repeated request, even if the link has been revoked since."""
        series = enter_series(request.user, self.kwargs["series_id"], at_least=Role.SCORER).series
        return link_answer(request, get_object_or_404(SeriesLink, pk=receipt.made, series__circle=series.circle_id))


class LinksView(LinkWrite):
    @extend_schema(
        operation_id="list_links",
        tags=[TAG],
        summary="The links that open this series (scorer)",
        responses=schemas.LinkList,
    )
    def get(self, request: Request, series_id: str) -> Response:
        series = enter_series(request.user, series_id, at_least=Role.SCORER).series
        return Response(schemas.LinkList([link_answer(request, link) for link in open_links(series)]))

    @extend_schema(
        operation_id="make_link",
        tags=[TAG],
        summary="Make a link that shows this series without a login (scorer)",
        request=schemas.LinkInput,
        responses={201: schemas.Link},
    )
    @safe_to_repeat
    def post(self, request: Request, series_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        body = read_body(schemas.LinkInput, request)

        def make() -> StoredAnswer:
            try:
                link = make_link(me=entrance.me, series=entrance.series, **body.model_dump(exclude_none=True))
            except ValidationError as error:
                raise ValidationError({"label": error}) from error
            return StoredAnswer(link_answer(request, link), made=link.pk)

        return make


class LinkView(LinkWrite):
    @extend_schema(
        operation_id="change_link",
        tags=[TAG],
        summary="Change what a link shows (scorer)",
        description="Pages that are open change too.",
        request=schemas.LinkChange,
        responses=schemas.Link,
    )
    @safe_to_repeat
    def patch(self, request: Request, series_id: str, link_id: str) -> Work:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        body = read_body(schemas.LinkChange, request)
        link = load_link(entrance, link_id)

        def change() -> StoredAnswer:
            changed = change_link(link=link, **body.model_dump(exclude_none=True))
            return StoredAnswer(link_answer(request, changed), made=link.pk, status=200)

        return change

    @extend_schema(
        operation_id="revoke_link", tags=[TAG], summary="Revoke a link for ever (scorer)", responses={204: None}
    )
    def delete(self, request: Request, series_id: str, link_id: str) -> Response:
        entrance = enter_series(request.user, series_id, at_least=Role.SCORER)
        revoke_link(link=load_link(entrance, link_id))
        return Response(status=204)
