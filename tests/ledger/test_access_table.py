"""Access to every address. The table is written by hand, and an address without a row fails the test."""

import re
from collections.abc import Iterator
from itertools import product

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, resolve

from tests.ledger.visitors import answer, cast, places, sessions

__all__ = ["cast", "places", "sessions"]

# Every row is requested with GET, and with POST and an empty form.
#   200 a page                302 on to another           404 nothing there for you
#   403 look, do not touch    405 not in this way         422 you may, but an empty form says nothing
#   428 a deletion says which version it saw
#   400 not sent by a page of ours: a form that changes a series says which version it saw
# Guests have the same access to a circle as accounts; only the account pages differ.
COLUMNS = ("nobody", "outsider", "viewer", "scorer", "owner", "guest viewer", "guest scorer", "guest owner")
TABLE = """
                                                                    nobody
                                                                    |   outsider
                                                                    |   |   viewer
                                                                    |   |   |   scorer
                                                                    |   |   |   |   owner      guests
GET  /                                                              200 200 200 200 200        200 200 200
POST /                                                              405 405 405 405 405        405 405 405
GET  /start/                                                        200 200 200 200 200        200 200 200
POST /start/                                                        422 422 422 422 422        422 422 422
GET  /start/file/                                                   200 200 200 200 200        200 200 200
POST /start/file/                                                   422 422 422 422 422        422 422 422
GET  /start/file/progress/00000000-0000-4000-8000-000000000000/     200 200 200 200 200        200 200 200
POST /start/file/progress/00000000-0000-4000-8000-000000000000/     405 405 405 405 405        405 405 405
GET  /join/{token}/                                                 200 200 200 200 200        200 200 200
POST /join/{token}/                                                 422 302 302 302 302        302 302 302

GET  /circles/{circle}/                                             404 404 200 200 200        200 200 200
POST /circles/{circle}/                                             405 405 405 405 405        405 405 405
GET  /circles/{circle}/settings/                                    404 404 403 403 200        403 403 200
POST /circles/{circle}/settings/                                    404 404 403 403 422        403 403 422
GET  /circles/{circle}/delete/                                      404 404 403 403 200        403 403 200
POST /circles/{circle}/delete/                                      404 404 403 403 422        403 403 422
GET  /circles/{circle}/export/                                      404 404 403 403 200        403 403 200
POST /circles/{circle}/export/                                      405 405 405 405 405        405 405 405
GET  /circles/{circle}/leave/                                       404 404 200 200 200        200 200 200
POST /circles/{circle}/leave/                                       404 404 302 302 302        302 302 302
GET  /circles/{circle}/standings/                                   404 404 200 200 200        200 200 200
POST /circles/{circle}/standings/                                   405 405 405 405 405        405 405 405
GET  /circles/{circle}/standings/players/{player}/                  404 404 200 200 200        200 200 200
POST /circles/{circle}/standings/players/{player}/                  405 405 405 405 405        405 405 405
GET  /circles/{circle}/standings/players/{player}/and/{taken}/      404 404 200 200 200        200 200 200
POST /circles/{circle}/standings/players/{player}/and/{taken}/      405 405 405 405 405        405 405 405
GET  /circles/{circle}/standings/records/                           404 404 200 200 200        200 200 200
POST /circles/{circle}/standings/records/                           405 405 405 405 405        405 405 405
GET  /circles/{circle}/standings/rating/                            404 404 200 200 200        200 200 200
POST /circles/{circle}/standings/rating/                            405 405 405 405 405        405 405 405
GET  /circles/{circle}/standings/luck/                              404 404 200 200 200        200 200 200
POST /circles/{circle}/standings/luck/                              405 405 405 405 405        405 405 405
GET  /circles/{circle}/seasons/                                     404 404 200 200 200        200 200 200
POST /circles/{circle}/seasons/                                     405 405 405 405 405        405 405 405
GET  /circles/{circle}/seasons/new/                                 404 404 403 403 200        403 403 200
POST /circles/{circle}/seasons/new/                                 404 404 403 403 422        403 403 422
GET  /circles/{circle}/seasons/{season}/                            404 404 200 200 200        200 200 200
POST /circles/{circle}/seasons/{season}/                            405 405 405 405 405        405 405 405
GET  /circles/{circle}/seasons/{season}/edit/                       404 404 403 403 200        403 403 200
POST /circles/{circle}/seasons/{season}/edit/                       404 404 403 403 422        403 403 422
GET  /circles/{circle}/seasons/{season}/close/                      405 405 405 405 405        405 405 405
POST /circles/{circle}/seasons/{season}/close/                      404 404 403 403 422        403 403 422
GET  /circles/{circle}/seasons/{season}/delete/                     405 405 405 405 405        405 405 405
POST /circles/{circle}/seasons/{season}/delete/                     404 404 403 403 302        403 403 302
GET  /circles/{circle}/seasons/{season}/sheet.pdf                   404 404 404 404 404        404 404 404
POST /circles/{circle}/seasons/{season}/sheet.pdf                   405 405 405 405 405        405 405 405
GET  /circles/{circle}/people/                                      404 404 200 200 200        200 200 200
POST /circles/{circle}/people/                                      405 405 405 405 405        405 405 405
GET  /circles/{circle}/players/                                     405 405 405 405 405        405 405 405
POST /circles/{circle}/players/                                     404 404 403 403 422        403 403 422
GET  /circles/{circle}/players/{player}/edit/                       404 404 403 403 200        403 403 200
POST /circles/{circle}/players/{player}/edit/                       404 404 403 403 422        403 403 422
GET  /circles/{circle}/players/{player}/face/                       404 404 403 403 200        403 403 200
POST /circles/{circle}/players/{player}/face/                       404 404 403 403 422        403 403 422
GET  /circles/{circle}/players/{player}/remove/                     405 405 405 405 405        405 405 405
POST /circles/{circle}/players/{player}/remove/                     404 404 403 403 302        403 403 302
GET  /circles/{circle}/players/{player}/restore/                    405 405 405 405 405        405 405 405
POST /circles/{circle}/players/{player}/restore/                    404 404 403 403 302        403 403 302
GET  /circles/{circle}/players/{player}/claim/                      405 405 405 405 405        405 405 405
POST /circles/{circle}/players/{player}/claim/                      404 404 302 302 302        302 302 302
GET  /circles/{circle}/players/{taken}/release/                     405 405 405 405 405        405 405 405
POST /circles/{circle}/players/{taken}/release/                     404 404 403 403 302        403 403 302
GET  /circles/{circle}/members/{member}/                            404 404 403 403 200        403 403 200
POST /circles/{circle}/members/{member}/                            404 404 403 403 422        403 403 422
GET  /circles/{circle}/members/{member}/remove/                     405 405 405 405 405        405 405 405
POST /circles/{circle}/members/{member}/remove/                     404 404 403 403 302        403 403 302
GET  /circles/{circle}/members/{member}/hand-over/                  405 405 405 405 405        405 405 405
POST /circles/{circle}/members/{member}/hand-over/                  404 404 403 403 302        403 403 302
GET  /circles/{circle}/members/{member}/password-link/              405 405 405 405 405        405 405 405
POST /circles/{circle}/members/{member}/password-link/              404 404 403 403 200        403 403 200
GET  /circles/{circle}/links/                                       404 404 403 403 200        403 403 200
POST /circles/{circle}/links/                                       404 404 403 403 422        403 403 422
GET  /circles/{circle}/links/{invite}/revoke/                       405 405 405 405 405        405 405 405
POST /circles/{circle}/links/{invite}/revoke/                       404 404 403 403 302        403 403 302
GET  /circles/{circle}/viewer-link/                                 405 405 405 405 405        405 405 405
POST /circles/{circle}/viewer-link/                                 404 404 403 200 200        403 200 200

GET  /circles/{circle}/balances/                                    404 404 200 200 200        200 200 200
POST /circles/{circle}/balances/                                    405 405 405 405 405        405 405 405
GET  /circles/{circle}/balances/{player}/                           404 404 200 200 200        200 200 200
POST /circles/{circle}/balances/{player}/                           405 405 405 405 405        405 405 405
GET  /circles/{circle}/payments/new/                                404 404 403 200 200        403 200 200
POST /circles/{circle}/payments/new/                                404 404 403 422 422        403 422 422
GET  /circles/{circle}/payments/{payment}/                          404 404 200 200 200        200 200 200
POST /circles/{circle}/payments/{payment}/                          404 404 403 422 422        403 422 422
GET  /circles/{circle}/points-only/                                 404 404 200 200 200        200 200 200
POST /circles/{circle}/points-only/                                 404 404 403 403 422        403 403 422
GET  /circles/{circle}/series/                                      404 404 200 200 200        200 200 200
POST /circles/{circle}/series/                                      405 405 405 405 405        405 405 405
GET  /circles/{circle}/series/new/                                  404 404 403 200 200        403 200 200
POST /circles/{circle}/series/new/                                  404 404 403 422 422        403 422 422
GET  /circles/{circle}/rules/                                       404 404 403 200 200        403 200 200
POST /circles/{circle}/rules/                                       405 405 405 405 405        405 405 405
GET  /circles/{circle}/rules/{rules}/                               404 404 403 200 200        403 200 200
POST /circles/{circle}/rules/{rules}/                               404 404 403 422 422        403 422 422
GET  /circles/{circle}/rules/{rules}/remove/                        405 405 405 405 405        405 405 405
POST /circles/{circle}/rules/{rules}/remove/                        404 404 403 302 302        403 302 302
GET  /series/{series}/rules/                                        404 404 403 200 200        403 200 200
POST /series/{series}/rules/                                        404 404 403 422 422        403 422 422
GET  /series/{series}/                                              404 404 200 200 200        200 200 200
POST /series/{series}/                                              405 405 405 405 405        405 405 405
GET  /series/{series}/live/                                         404 404 200 200 200        200 200 200
POST /series/{series}/live/                                         405 405 405 405 405        405 405 405
GET  /series/{series}/link/                                         404 404 403 200 200        403 200 200
POST /series/{series}/link/                                         404 404 403 302 302        403 302 302
GET  /series/{series}/share/                                        405 405 405 405 405        405 405 405
POST /series/{series}/share/                                        404 404 403 200 200        403 200 200
GET  /series/{series}/link/{link}/                                  405 405 405 405 405        405 405 405
POST /series/{series}/link/{link}/                                  404 404 403 302 302        403 302 302
GET  /series/{series}/link/{link}/revoke/                           405 405 405 405 405        405 405 405
POST /series/{series}/link/{link}/revoke/                           404 404 403 302 302        403 302 302
GET  /series/{series}/history/                                      404 404 200 200 200        200 200 200
POST /series/{series}/history/                                      405 405 405 405 405        405 405 405
GET  /series/{series}/hands/new/                                    404 404 403 200 200        403 200 200
POST /series/{series}/hands/new/                                    404 404 403 400 400        403 400 400
GET  /series/{series}/hands/preview/                                404 404 403 200 200        403 200 200
POST /series/{series}/hands/preview/                                405 405 405 405 405        405 405 405
GET  /series/{series}/hands/thrown-in/                              404 404 403 200 200        403 200 200
POST /series/{series}/hands/thrown-in/                              404 404 403 400 400        403 400 400
GET  /series/{series}/dealer/                                       404 404 403 200 200        403 200 200
POST /series/{series}/dealer/                                       404 404 403 422 422        403 422 422
GET  /series/{series}/notes/                                        404 404 403 200 200        403 200 200
POST /series/{series}/notes/                                        404 404 403 302 302        403 302 302
GET  /series/{series}/hands/1/note/                                 404 404 403 404 404        403 404 404
POST /series/{series}/hands/1/note/                                 404 404 403 404 404        403 404 404
GET  /series/{series}/cards/                                        404 404 403 200 200        403 200 200
POST /series/{series}/cards/                                        404 404 403 422 422        403 422 422
GET  /series/{series}/cards/tap/                                    405 405 405 405 405        405 405 405
POST /series/{series}/cards/tap/                                    404 404 403 302 302        403 302 302
GET  /series/{series}/cards/save/                                   405 405 405 405 405        405 405 405
POST /series/{series}/cards/save/                                   404 404 403 302 302        403 302 302
GET  /series/{series}/cards/thrown-in/                              404 404 403 302 302        403 302 302
POST /series/{series}/cards/thrown-in/                              404 404 403 302 302        403 302 302
GET  /series/{series}/cards/discard/                                404 404 403 302 302        403 302 302
POST /series/{series}/cards/discard/                                404 404 403 400 400        403 400 400
GET  /series/{series}/hands/1/                                      404 404 404 404 404        404 404 404
POST /series/{series}/hands/1/                                      405 405 405 405 405        405 405 405
GET  /series/{series}/hands/1/correct/                              404 404 403 404 404        403 404 404
POST /series/{series}/hands/1/correct/                              404 404 403 404 404        403 404 404
GET  /series/{series}/seats/                                        404 404 403 404 404        403 404 404
POST /series/{series}/seats/                                        404 404 403 404 404        403 404 404
GET  /series/{series}/seats/take-back/                              405 405 405 405 405        405 405 405
POST /series/{series}/seats/take-back/                              404 404 403 404 404        403 404 404
GET  /series/{series}/undo/                                         404 404 403 200 200        403 200 200
POST /series/{series}/undo/                                         404 404 403 400 400        403 400 400
GET  /series/{series}/discard/                                      405 405 405 405 405        405 405 405
POST /series/{series}/discard/                                      404 404 403 400 400        403 400 400
GET  /series/{series}/stop/                                         404 404 403 200 200        403 200 200
POST /series/{series}/stop/                                         404 404 403 400 400        403 400 400
GET  /series/{series}/reopen/                                       404 404 403 403 200        403 403 200
POST /series/{series}/reopen/                                       404 404 403 403 422        403 403 422
GET  /series/{series}/pay/                                          405 405 405 405 405        405 405 405
POST /series/{series}/pay/                                          404 404 403 400 400        403 400 400
GET  /series/{series}/again/                                        405 405 405 405 405        405 405 405
POST /series/{series}/again/                                        404 404 403 302 302        403 302 302
GET  /series/{series}/settlement/                                   404 404 200 200 200        200 200 200
POST /series/{series}/settlement/                                   405 405 405 405 405        405 405 405
GET  /series/{series}/sheet.pdf                                     404 404 200 200 200        200 200 200
POST /series/{series}/sheet.pdf                                     405 405 405 405 405        405 405 405
GET  /series/{series}/result.png                                    404 404 404 404 404        404 404 404
POST /series/{series}/result.png                                    405 405 405 405 405        405 405 405
GET  /series/{series}/export.csv                                    404 404 200 200 200        200 200 200
POST /series/{series}/export.csv                                    405 405 405 405 405        405 405 405
GET  /series/{series}/export.json                                   404 404 200 200 200        200 200 200
POST /series/{series}/export.json                                   405 405 405 405 405        405 405 405

GET  /follow/{follow}/                                              200 200 200 200 200        200 200 200
POST /follow/{follow}/                                              405 405 405 405 405        405 405 405
GET  /follow/{follow}/live/                                         200 200 200 200 200        200 200 200
POST /follow/{follow}/live/                                         405 405 405 405 405        405 405 405
GET  /follow/{follow}/seat/                                         405 405 405 405 405        405 405 405
POST /follow/{follow}/seat/                                         302 302 302 302 302        302 302 302
GET  /follow/{follow}/next/                                         302 302 302 302 302        302 302 302
POST /follow/{follow}/next/                                         405 405 405 405 405        405 405 405
GET  /follow/{follow}/preview.png                                   200 200 200 200 200        200 200 200
POST /follow/{follow}/preview.png                                   405 405 405 405 405        405 405 405
GET  /follow/{follow}/result.png                                    404 404 404 404 404        404 404 404
POST /follow/{follow}/result.png                                    405 405 405 405 405        405 405 405
GET  /follow/{follow}/sheet.pdf                                     404 404 404 404 404        404 404 404
POST /follow/{follow}/sheet.pdf                                     405 405 405 405 405        405 405 405

GET  /rules/                                                        200 200 200 200 200        200 200 200
POST /rules/                                                        405 405 405 405 405        405 405 405
GET  /rules/jaago-chalis/                                           200 200 200 200 200        200 200 200
POST /rules/jaago-chalis/                                           405 405 405 405 405        405 405 405
GET  /example/jaago-chalis/                                         200 200 200 200 200        200 200 200
POST /example/jaago-chalis/                                         405 405 405 405 405        405 405 405
GET  /example/jaago-chalis/hands/1/                                 200 200 200 200 200        200 200 200
POST /example/jaago-chalis/hands/1/                                 405 405 405 405 405        405 405 405

GET  /account/                                                      302 200 200 200 200        200 200 200
POST /account/                                                      302 422 422 422 422        422 422 422
GET  /account/tokens/new/                                           302 200 200 200 200        403 403 403
POST /account/tokens/new/                                           302 422 422 422 422        403 403 403
GET  /account/tokens/{invite}/revoke/                               405 405 405 405 405        405 405 405
POST /account/tokens/{invite}/revoke/                               302 404 404 404 404        403 403 403
GET  /account/login/                                                200 302 302 302 302        200 200 200
POST /account/login/                                                422 302 302 302 302        422 422 422
GET  /account/login/cancel/                                         405 405 405 405 405        405 405 405
POST /account/login/cancel/                                         302 302 302 302 302        302 302 302
GET  /account/login/code/confirm/                                   302 302 302 302 302        302 302 302
POST /account/login/code/confirm/                                   302 302 302 302 302        302 302 302
GET  /account/logout/                                               302 200 200 200 200        200 200 200
POST /account/logout/                                               302 302 302 302 302        302 302 302
GET  /account/inactive/                                             200 200 200 200 200        200 200 200
POST /account/inactive/                                             405 405 405 405 405        405 405 405
GET  /account/signup/                                               200 302 302 302 302        200 200 200
POST /account/signup/                                               422 302 302 302 302        422 422 422
GET  /account/signup/passkey/                                       200 302 302 302 302        200 200 200
POST /account/signup/passkey/                                       422 302 302 302 302        422 422 422
GET  /account/reauthenticate/                                       302 200 200 200 200        403 403 403
POST /account/reauthenticate/                                       302 422 422 422 422        403 403 403
GET  /account/email/                                                302 200 200 200 200        302 302 302
POST /account/email/                                                302 200 200 200 200        302 302 302
GET  /account/confirm-email/                                        200 200 200 200 200        200 200 200
POST /account/confirm-email/                                        405 405 405 405 405        405 405 405
GET  /account/confirm-email/unknown/                                200 200 200 200 200        200 200 200
POST /account/confirm-email/unknown/                                404 404 404 404 404        404 404 404
GET  /account/password/change/                                      302 200 200 200 200        302 302 302
POST /account/password/change/                                      302 422 422 422 422        302 302 302
GET  /account/password/set/                                         302 302 302 302 302        302 302 302
POST /account/password/set/                                         302 302 302 302 302        302 302 302
GET  /account/password/reset/                                       200 200 200 200 200        200 200 200
POST /account/password/reset/                                       200 200 200 200 200        200 200 200
GET  /account/password/reset/done/                                  200 200 200 200 200        200 200 200
POST /account/password/reset/done/                                  405 405 405 405 405        405 405 405
GET  /account/password/reset/key/1-unknown/                         200 200 200 200 200        200 200 200
POST /account/password/reset/key/1-unknown/                         422 422 422 422 422        422 422 422
GET  /account/password/reset/key/done/                              200 200 200 200 200        200 200 200
POST /account/password/reset/key/done/                              405 405 405 405 405        405 405 405
GET  /account/2fa/                                                  302 200 200 200 200        302 302 302
POST /account/2fa/                                                  302 405 405 405 405        302 302 302
GET  /account/2fa/authenticate/                                     302 302 302 302 302        302 302 302
POST /account/2fa/authenticate/                                     302 302 302 302 302        302 302 302
GET  /account/2fa/reauthenticate/                                   302 302 302 302 302        403 403 403
POST /account/2fa/reauthenticate/                                   302 302 302 302 302        403 403 403
GET  /account/2fa/recovery-codes/                                   302 404 404 404 404        302 302 302
POST /account/2fa/recovery-codes/                                   302 405 405 405 405        302 302 302
GET  /account/2fa/recovery-codes/generate/                          302 302 302 302 302        302 302 302
POST /account/2fa/recovery-codes/generate/                          302 302 302 302 302        302 302 302
GET  /account/2fa/recovery-codes/download/                          302 404 404 404 404        302 302 302
POST /account/2fa/recovery-codes/download/                          302 404 404 404 404        302 302 302
GET  /account/2fa/webauthn/                                         302 200 200 200 200        302 302 302
POST /account/2fa/webauthn/                                         302 405 405 405 405        302 302 302
GET  /account/2fa/webauthn/add/                                     302 302 302 302 302        302 302 302
POST /account/2fa/webauthn/add/                                     302 302 302 302 302        302 302 302
GET  /account/2fa/webauthn/login/                                   302 302 302 302 302        302 302 302
POST /account/2fa/webauthn/login/                                   302 302 302 302 302        302 302 302
GET  /account/2fa/webauthn/reauthenticate/                          302 302 302 302 302        403 403 403
POST /account/2fa/webauthn/reauthenticate/                          302 302 302 302 302        403 403 403
GET  /account/2fa/webauthn/keys/1/edit/                             302 302 302 302 302        302 302 302
POST /account/2fa/webauthn/keys/1/edit/                             302 302 302 302 302        302 302 302
GET  /account/2fa/webauthn/keys/1/remove/                           302 302 302 302 302        302 302 302
POST /account/2fa/webauthn/keys/1/remove/                           302 302 302 302 302        302 302 302

GET  /api/v1/                                                       401 404 404 404 404        404 404 404
POST /api/v1/                                                       401 404 404 404 404        404 404 404
GET  /api/v1/schema                                                 200 200 200 200 200        200 200 200
POST /api/v1/schema                                                 405 405 405 405 405        405 405 405
GET  /api/v1/docs                                                   200 200 200 200 200        200 200 200
POST /api/v1/docs                                                   405 405 405 405 405        405 405 405
GET  /api/v1/games                                                  401 200 200 200 200        200 200 200
POST /api/v1/games                                                  401 405 405 405 405        405 405 405
GET  /api/v1/games/jaago-chalis/judge                               401 405 405 405 405        405 405 405
POST /api/v1/games/jaago-chalis/judge                               401 422 422 422 422        422 422 422
GET  /api/v1/circles                                                401 200 200 200 200        200 200 200
POST /api/v1/circles                                                401 422 422 422 422        422 422 422
GET  /api/v1/circles/{circle}                                       401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}                                       401 405 405 405 405        405 405 405
PATCH /api/v1/circles/{circle}                                      401 404 403 403 200        403 403 200
GET  /api/v1/circles/{circle}/players                               401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/players                               401 404 403 403 422        403 403 422
GET  /api/v1/circles/{circle}/series                                401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/series                                401 404 403 422 422        403 422 422
GET  /api/v1/circles/{circle}/balances                              401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/balances                              401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/settle-up                             401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/settle-up                             401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/standings                             401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/standings                             401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/standings.csv                         401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/standings.csv                         401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/rivals                                401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/rivals                                401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/records                               401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/records                               401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/seasons                               401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/seasons                               401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/seasons/{season}                      401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/seasons/{season}                      401 405 405 405 405        405 405 405
GET  /api/v1/circles/{circle}/payments                              401 405 405 405 405        405 405 405
POST /api/v1/circles/{circle}/payments                              401 404 403 422 422        403 422 422
GET  /api/v1/circles/{circle}/entries                               401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/entries                               401 405 405 405 405        405 405 405
GET  /api/v1/series/{series}                                        401 404 200 200 200        200 200 200
POST /api/v1/series/{series}                                        401 405 405 405 405        405 405 405
PATCH /api/v1/series/{series}                                       401 404 403 200 200        403 200 200
DELETE /api/v1/series/{series}                                      401 404 403 428 428        403 428 428
GET  /api/v1/series/{series}/hands                                  401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/hands                                  401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/hands/1                                401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/hands/1                                401 405 405 405 405        405 405 405
PATCH /api/v1/series/{series}/hands/1                               401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/hands/1/corrections                    401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/hands/1/corrections                    401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/hands/1/revisions                      401 404 404 404 404        404 404 404
POST /api/v1/series/{series}/hands/1/revisions                      401 405 405 405 405        405 405 405
GET  /api/v1/series/{series}/bids                                   401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/bids                                   401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/dealer                                 401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/dealer                                 401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/seats                                  401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/seats                                  401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/seats/last                             401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/seats/last                             401 405 405 405 405        405 405 405
DELETE /api/v1/series/{series}/seats/last                           401 404 403 428 428        403 428 428
GET  /api/v1/series/{series}/links                                  401 404 403 200 200        403 200 200
POST /api/v1/series/{series}/links                                  401 404 403 201 201        403 201 201
GET  /api/v1/series/{series}/links/{link}                           401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/links/{link}                           401 405 405 405 405        405 405 405
PATCH /api/v1/series/{series}/links/{link}                          401 404 403 200 200        403 200 200
DELETE /api/v1/series/{series}/links/{link}                         401 404 403 204 204        403 204 204
GET  /api/v1/series/{series}/undo                                   401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/undo                                   401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/stop                                   401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/stop                                   401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/reopen                                 401 405 405 405 405        405 405 405
POST /api/v1/series/{series}/reopen                                 401 404 403 403 422        403 403 422
GET  /api/v1/series/{series}/settlement                             401 404 200 200 200        200 200 200
POST /api/v1/series/{series}/settlement                             401 405 405 405 405        405 405 405
GET  /api/v1/series/{series}/sheet.pdf                              401 404 200 200 200        200 200 200
POST /api/v1/series/{series}/sheet.pdf                              401 405 405 405 405        405 405 405
GET  /api/v1/series/{series}/export.csv                             401 404 200 200 200        200 200 200
POST /api/v1/series/{series}/export.csv                             401 405 405 405 405        405 405 405
GET  /api/v1/series/{series}/export.json                            401 404 200 200 200        200 200 200
POST /api/v1/series/{series}/export.json                            401 405 405 405 405        405 405 405

GET  /language/                                                     405 405 405 405 405        405 405 405
POST /language/                                                     302 302 302 302 302        302 302 302
GET  /theme/                                                        405 405 405 405 405        405 405 405
POST /theme/                                                        302 302 302 302 302        302 302 302
GET  /healthz                                                       200 200 200 200 200        200 200 200
POST /healthz                                                       405 405 405 405 405        405 405 405
GET  /readyz                                                        200 200 200 200 200        200 200 200
POST /readyz                                                        405 405 405 405 405        405 405 405
GET  /metrics                                                       404 404 404 404 404        404 404 404
POST /metrics                                                       405 405 405 405 405        405 405 405
"""

METHODS = ("GET", "POST", "PATCH", "DELETE")
BLOCKS = [[line.split() for line in block.splitlines() if line.startswith(METHODS)] for block in TABLE.split("\n\n")]
ROWS = [row for block in BLOCKS for row in block]
ADMIN = "admin/"


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[0][1])
def test_each_kind_of_visitor_gets_the_status_in_the_table(
    block: list[list[str]], sessions: dict[str, str], places: dict[str, str]
) -> None:
    expected = {(method, address): [int(status) for status in row] for method, address, *row in block}
    answers = {
        (method, address): [answer(sessions[name], method, address.format(**places)) for name in COLUMNS]
        for method, address in expected
    }
    assert answers == expected


def routes(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


def test_every_address_has_its_rows() -> None:
    names = ("circle", "member", "player", "taken", "invite", "series", "payment", "token", "rules", "link", "follow")
    names += ("season",)
    example = dict.fromkeys(names, "a" * 12)
    known = {(method, resolve(address.format(**example)).route) for method, address, *_statuses in ROWS}
    there = {route for route in routes(get_resolver().url_patterns) if not route.startswith(ADMIN)}
    others = {(method, route) for method, route in known if method not in ("GET", "POST")}
    assert others == {
        ("DELETE", "api/v1/series/<id:series_id>"),
        ("DELETE", "api/v1/series/<id:series_id>/seats/last"),
        ("DELETE", "api/v1/series/<id:series_id>/links/<id:link_id>"),
        ("PATCH", "api/v1/circles/<id:circle_id>"),
        ("PATCH", "api/v1/series/<id:series_id>"),
        ("PATCH", "api/v1/series/<id:series_id>/hands/<int:number>"),
        ("PATCH", "api/v1/series/<id:series_id>/links/<id:link_id>"),
    }
    assert known - others == {(method, route) for method in ("GET", "POST") for route in there}


def admin_addresses() -> list[str]:
    found = (route for route in routes(get_resolver().url_patterns) if route.startswith(ADMIN))
    plain = (re.sub(r"<[^>]+>", "1", route) for route in found if "(?P" not in route)
    return ["/" + address for address in plain] + ["/admin/circles/", "/admin/anything/else"]


def test_the_admin_is_closed_to_every_kind_of_visitor(sessions: dict[str, str]) -> None:
    """The admin redirects to its login page, which is allauth's for anonymous visitors and 403 for other users."""
    for address, (name, session) in product(admin_addresses(), sessions.items()):
        status = 403 if address == "/admin/login/" and name != "nobody" else 302
        assert {method: answer(session, method, address) for method in ("GET", "POST")} == {
            "GET": status,
            "POST": status,
        }
