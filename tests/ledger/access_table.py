"""The table of access: every address of the site, and what each kind of visitor gets there. It is written by hand."""

# POST sends an empty form. If an address has no row for GET or POST, that method is answered with 405, and with 401
# if "nobody" uses it at the API.
#   200 a page                301, 302 a redirect         404 not found, or hidden from this visitor
#   403 may read, not write   405 no such method          422 allowed, but the form is empty
#   428 a deletion must name a version
#   502 the provider by which people sign in does not answer: in these tests there is none
#   400 a form that changes a series must name a version, as all pages of the site do
# Guests have the same access to a circle as accounts; only the account pages differ.
COLUMNS = ("nobody", "outsider", "viewer", "scorer", "owner", "guest viewer", "guest scorer", "guest owner")
TABLE = """
                                                                    nobody
                                                                    |   outsider
                                                                    |   |   viewer
                                                                    |   |   |   scorer
                                                                    |   |   |   |   owner      guests
GET  /                                                              200 200 200 200 200        200 200 200
GET  /start/                                                        200 200 200 200 200        200 200 200
POST /start/                                                        422 422 422 422 422        422 422 422
GET  /start/file/                                                   200 200 200 200 200        200 200 200
POST /start/file/                                                   422 422 422 422 422        422 422 422
GET  /start/file/progress/00000000-0000-4000-8000-000000000000/     200 200 200 200 200        200 200 200
GET  /join/{token}/                                                 200 200 200 200 200        200 200 200
POST /join/{token}/                                                 422 302 302 302 302        302 302 302

GET  /circles/{circle}/                                             404 404 200 200 200        200 200 200
GET  /circles/{circle}/settings/                                    404 404 403 403 200        403 403 200
POST /circles/{circle}/settings/                                    404 404 403 403 422        403 403 422
GET  /circles/{circle}/delete/                                      404 404 403 403 200        403 403 200
POST /circles/{circle}/delete/                                      404 404 403 403 422        403 403 422
GET  /circles/{circle}/export/                                      404 404 403 403 200        403 403 200
GET  /circles/{circle}/export/.minisig                              404 404 403 403 200        403 403 200
GET  /circles/{circle}/disputes/                                    404 404 403 403 200        403 403 200
GET  /circles/{circle}/leave/                                       404 404 200 200 200        200 200 200
POST /circles/{circle}/leave/                                       404 404 302 302 302        302 302 302
GET  /circles/{circle}/standings/                                   404 404 200 200 200        200 200 200
GET  /circles/{circle}/standings/players/{player}/                  404 404 200 200 200        200 200 200
GET  /circles/{circle}/standings/players/{player}/and/{taken}/      404 404 200 200 200        200 200 200
GET  /circles/{circle}/standings/records/                           404 404 200 200 200        200 200 200
GET  /circles/{circle}/standings/rating/                            404 404 200 200 200        200 200 200
GET  /circles/{circle}/standings/luck/                              404 404 200 200 200        200 200 200
GET  /circles/{circle}/seasons/                                     404 404 200 200 200        200 200 200
GET  /circles/{circle}/seasons/new/                                 404 404 403 403 200        403 403 200
POST /circles/{circle}/seasons/new/                                 404 404 403 403 422        403 403 422
GET  /circles/{circle}/seasons/{season}/                            404 404 200 200 200        200 200 200
GET  /circles/{circle}/seasons/{season}/edit/                       404 404 403 403 200        403 403 200
POST /circles/{circle}/seasons/{season}/edit/                       404 404 403 403 422        403 403 422
POST /circles/{circle}/seasons/{season}/close/                      404 404 403 403 422        403 403 422
POST /circles/{circle}/seasons/{season}/delete/                     404 404 403 403 302        403 403 302
GET  /circles/{circle}/seasons/{season}/sheet.pdf                   404 404 404 404 404        404 404 404
GET  /circles/{circle}/people/                                      404 404 200 200 200        200 200 200
POST /circles/{circle}/players/                                     404 404 403 403 422        403 403 422
GET  /circles/{circle}/players/{player}/edit/                       404 404 403 403 200        403 403 200
POST /circles/{circle}/players/{player}/edit/                       404 404 403 403 422        403 403 422
GET  /circles/{circle}/players/{player}/face/                       404 404 403 403 200        403 403 200
POST /circles/{circle}/players/{player}/face/                       404 404 403 403 422        403 403 422
POST /circles/{circle}/players/{player}/remove/                     404 404 403 403 302        403 403 302
POST /circles/{circle}/players/{player}/restore/                    404 404 403 403 302        403 403 302
POST /circles/{circle}/players/{player}/claim/                      404 404 302 302 302        302 302 302
POST /circles/{circle}/players/{taken}/release/                     404 404 403 403 302        403 403 302
GET  /circles/{circle}/members/{member}/                            404 404 403 403 200        403 403 200
POST /circles/{circle}/members/{member}/                            404 404 403 403 422        403 403 422
POST /circles/{circle}/members/{member}/remove/                     404 404 403 403 302        403 403 302
POST /circles/{circle}/members/{member}/hand-over/                  404 404 403 403 302        403 403 302
POST /circles/{circle}/members/{member}/password-link/              404 404 403 403 200        403 403 200
GET  /circles/{circle}/links/                                       404 404 403 403 200        403 403 200
POST /circles/{circle}/links/                                       404 404 403 403 422        403 403 422
POST /circles/{circle}/links/{invite}/revoke/                       404 404 403 403 302        403 403 302
POST /circles/{circle}/viewer-link/                                 404 404 403 200 200        403 200 200

GET  /circles/{circle}/balances/                                    404 404 200 200 200        200 200 200
GET  /circles/{circle}/balances/{player}/                           404 404 200 200 200        200 200 200
GET  /circles/{circle}/payments/new/                                404 404 403 200 200        403 200 200
POST /circles/{circle}/payments/new/                                404 404 403 422 422        403 422 422
GET  /circles/{circle}/payments/{payment}/                          404 404 200 200 200        200 200 200
POST /circles/{circle}/payments/{payment}/                          404 404 403 422 422        403 422 422
GET  /circles/{circle}/points-only/                                 404 404 200 200 200        200 200 200
POST /circles/{circle}/points-only/                                 404 404 403 403 422        403 403 422
GET  /circles/{circle}/series/                                      404 404 200 200 200        200 200 200
GET  /circles/{circle}/series/new/                                  404 404 403 200 200        403 200 200
POST /circles/{circle}/series/new/                                  404 404 403 422 422        403 422 422
GET  /circles/{circle}/rules/                                       404 404 403 200 200        403 200 200
GET  /circles/{circle}/rules/{rules}/                               404 404 403 200 200        403 200 200
POST /circles/{circle}/rules/{rules}/                               404 404 403 422 422        403 422 422
POST /circles/{circle}/rules/{rules}/remove/                        404 404 403 302 302        403 302 302
GET  /series/{series}/rules/                                        404 404 403 200 200        403 200 200
POST /series/{series}/rules/                                        404 404 403 422 422        403 422 422
GET  /series/{series}/                                              404 404 200 200 200        200 200 200
GET  /series/{series}/live/                                         404 404 200 200 200        200 200 200
GET  /series/{series}/link/                                         404 404 403 200 200        403 200 200
POST /series/{series}/link/                                         404 404 403 302 302        403 302 302
POST /series/{series}/share/                                        404 404 403 200 200        403 200 200
POST /series/{series}/link/let-agree/                               404 404 403 302 302        403 302 302
POST /series/{series}/link/{link}/                                  404 404 403 302 302        403 302 302
POST /series/{series}/link/{link}/revoke/                           404 404 403 302 302        403 302 302
GET  /series/{series}/history/                                      404 404 200 200 200        200 200 200
GET  /series/{series}/hands/new/                                    404 404 403 200 200        403 200 200
POST /series/{series}/hands/new/                                    404 404 403 400 400        403 400 400
GET  /series/{series}/hands/preview/                                404 404 403 200 200        403 200 200
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
POST /series/{series}/cards/tap/                                    404 404 403 302 302        403 302 302
POST /series/{series}/cards/save/                                   404 404 403 302 302        403 302 302
GET  /series/{series}/cards/thrown-in/                              404 404 403 302 302        403 302 302
POST /series/{series}/cards/thrown-in/                              404 404 403 302 302        403 302 302
GET  /series/{series}/cards/discard/                                404 404 403 302 302        403 302 302
POST /series/{series}/cards/discard/                                404 404 403 400 400        403 400 400
GET  /series/{series}/hands/1/                                      404 404 404 404 404        404 404 404
GET  /series/{series}/hands/1/correct/                              404 404 403 404 404        403 404 404
POST /series/{series}/hands/1/correct/                              404 404 403 404 404        403 404 404
GET  /series/{series}/seats/                                        404 404 403 404 404        403 404 404
POST /series/{series}/seats/                                        404 404 403 404 404        403 404 404
POST /series/{series}/seats/take-back/                              404 404 403 400 400        403 400 400
GET  /series/{series}/undo/                                         404 404 403 200 200        403 200 200
POST /series/{series}/undo/                                         404 404 403 400 400        403 400 400
POST /series/{series}/changes/unseated/                             404 404 403 400 400        403 400 400
POST /series/{series}/discard/                                      404 404 403 400 400        403 400 400
GET  /series/{series}/stop/                                         404 404 403 200 200        403 200 200
POST /series/{series}/stop/                                         404 404 403 400 400        403 400 400
POST /series/{series}/answer/                                       404 404 400 400 400        400 400 400
GET  /series/{series}/marks/                                        404 404 403 404 404        403 404 404
GET  /series/{series}/ask-again/                                    404 404 403 404 404        403 404 404
POST /series/{series}/said-so/                                      404 404 403 400 400        403 400 400
POST /series/{series}/waive/                                        404 404 403 403 400        403 403 400
GET  /series/{series}/reopen/                                       404 404 403 403 200        403 403 200
POST /series/{series}/reopen/                                       404 404 403 403 422        403 403 422
GET  /series/{series}/pay/                                          404 404 403 302 302        403 302 302
POST /series/{series}/pay/                                          404 404 403 400 400        403 400 400
POST /series/{series}/again/                                        404 404 403 302 302        403 302 302
GET  /series/{series}/settlement/                                   404 404 200 200 200        200 200 200
GET  /series/{series}/sheet.pdf                                     404 404 200 200 200        200 200 200
GET  /series/{series}/result.png                                    404 404 404 404 404        404 404 404
GET  /series/{series}/export.csv                                    404 404 200 200 200        200 200 200
GET  /series/{series}/export.json                                   404 404 200 200 200        200 200 200
GET  /series/{series}/export.json.minisig                           404 404 200 200 200        200 200 200

GET  /follow/{follow}/                                              200 200 200 200 200        200 200 200
GET  /follow/{follow}/live/                                         200 200 200 200 200        200 200 200
GET  /follow/{follow}/screen/                                       200 200 200 200 200        200 200 200
POST /follow/{follow}/answer/                                       400 400 400 400 400        400 400 400
POST /follow/{follow}/seat/                                         302 302 302 302 302        302 302 302
GET  /follow/{follow}/next/                                         302 302 302 302 302        302 302 302
GET  /follow/{follow}/preview.png                                   200 200 200 200 200        200 200 200
GET  /follow/{follow}/result.png                                    404 404 404 404 404        404 404 404
GET  /follow/{follow}/sheet.pdf                                     404 404 404 404 404        404 404 404

GET  /pocket/                                                       200 200 200 200 200        200 200 200
GET  /pocket/sw.js                                                  200 200 200 200 200        200 200 200
GET  /pocket/here/                                                  200 200 200 200 200        200 200 200
POST /pocket/guest/                                                 403 403 403 403 403        403 403 403
GET  /pocket/rows/{series}/                                         404 404 200 200 200        200 200 200
GET  /pocket/static/css/app.css                                     301 301 301 301 301        301 301 301
GET  /pocket/file/                                                  302 200 200 200 200        200 200 200
POST /pocket/file/                                                  302 422 422 422 422        422 422 422
GET  /pocket/bundle.json                                            503 503 503 503 503        503 503 503
GET  /pocket/files/0123456789abcdef/khata.zip                       404 404 404 404 404        404 404 404

GET  /check/                                                        200 200 200 200 200        200 200 200
POST /check/                                                        200 200 200 200 200        200 200 200
GET  /help/                                                         200 200 200 200 200        200 200 200
GET  /help/series/                                                  200 200 200 200 200        200 200 200
GET  /rules/                                                        200 200 200 200 200        200 200 200
GET  /rules/jaago-chalis/                                           200 200 200 200 200        200 200 200
GET  /without-signal/                                               200 200 200 200 200        200 200 200
GET  /example/jaago-chalis/                                         200 200 200 200 200        200 200 200
GET  /example/jaago-chalis/hands/1/                                 200 200 200 200 200        200 200 200

GET  /account/                                                      302 200 200 200 200        200 200 200
POST /account/                                                      302 422 422 422 422        422 422 422
GET  /account/tokens/new/                                           302 200 200 200 200        403 403 403
POST /account/tokens/new/                                           302 422 422 422 422        403 403 403
POST /account/tokens/{invite}/revoke/                               302 404 404 404 404        403 403 403
GET  /account/login/                                                200 302 302 302 302        200 200 200
POST /account/login/                                                422 302 302 302 302        422 422 422
POST /account/login/cancel/                                         302 302 302 302 302        302 302 302
GET  /account/login/code/confirm/                                   302 302 302 302 302        302 302 302
POST /account/login/code/confirm/                                   302 302 302 302 302        302 302 302
GET  /account/logout/                                               302 200 200 200 200        200 200 200
POST /account/logout/                                               302 302 302 302 302        302 302 302
GET  /account/delete/                                               302 200 200 200 200        200 200 200
POST /account/delete/                                               422 422 422 422 422        422 422 422
GET  /account/inactive/                                             200 200 200 200 200        200 200 200
GET  /account/signup/                                               200 302 302 302 302        200 200 200
POST /account/signup/                                               422 302 302 302 302        422 422 422
GET  /account/signup/passkey/                                       200 302 302 302 302        200 200 200
POST /account/signup/passkey/                                       422 302 302 302 302        422 422 422
GET  /account/reauthenticate/                                       302 200 200 200 200        403 403 403
POST /account/reauthenticate/                                       302 422 422 422 422        403 403 403
GET  /account/provider/                                             302 302 302 302 302        302 302 302
POST /account/provider/                                             302 302 302 302 302        302 302 302
POST /account/provider/login/                                       502 302 302 302 302        502 502 502
GET  /account/provider/callback/                                    400 400 400 400 400        400 400 400
GET  /account/email/                                                302 200 200 200 200        302 302 302
POST /account/email/                                                302 200 200 200 200        302 302 302
GET  /account/confirm-email/                                        200 200 200 200 200        200 200 200
GET  /account/confirm-email/unknown/                                200 200 200 200 200        200 200 200
POST /account/confirm-email/unknown/                                404 404 404 404 404        404 404 404
GET  /account/password/change/                                      302 200 200 200 200        302 302 302
POST /account/password/change/                                      302 422 422 422 422        302 302 302
GET  /account/password/set/                                         302 302 302 302 302        302 302 302
POST /account/password/set/                                         302 302 302 302 302        302 302 302
GET  /account/password/reset/                                       200 200 200 200 200        200 200 200
POST /account/password/reset/                                       200 200 200 200 200        200 200 200
GET  /account/password/reset/done/                                  200 200 200 200 200        200 200 200
GET  /account/password/reset/key/1-unknown/                         200 200 200 200 200        200 200 200
POST /account/password/reset/key/1-unknown/                         422 422 422 422 422        422 422 422
GET  /account/password/reset/key/done/                              200 200 200 200 200        200 200 200
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
GET  /api/v1/docs                                                   200 200 200 200 200        200 200 200
GET  /api/v1/keys                                                   200 200 200 200 200        200 200 200
POST /api/v1/check                                                  422 422 422 422 422        422 422 422
GET  /api/v1/games                                                  401 200 200 200 200        200 200 200
POST /api/v1/games/jaago-chalis/judge                               401 422 422 422 422        422 422 422
GET  /api/v1/circles                                                401 200 200 200 200        200 200 200
POST /api/v1/circles                                                401 422 422 422 422        422 422 422
GET  /api/v1/circles/{circle}                                       401 404 200 200 200        200 200 200
PATCH /api/v1/circles/{circle}                                      401 404 403 403 200        403 403 200
GET  /api/v1/circles/{circle}/players                               401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/players                               401 404 403 403 422        403 403 422
GET  /api/v1/circles/{circle}/series                                401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/series                                401 404 403 422 422        403 422 422
GET  /api/v1/circles/{circle}/balances                              401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/settle-up                             401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/disputes                              401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/standings                             401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/standings.csv                         401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/declared                              401 404 422 422 422        422 422 422
GET  /api/v1/circles/{circle}/declared.csv                          401 404 422 422 422        422 422 422
GET  /api/v1/circles/{circle}/rivals                                401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/records                               401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/seasons                               401 404 200 200 200        200 200 200
GET  /api/v1/circles/{circle}/seasons/{season}                      401 404 200 200 200        200 200 200
POST /api/v1/circles/{circle}/payments                              401 404 403 422 422        403 422 422
GET  /api/v1/circles/{circle}/entries                               401 404 200 200 200        200 200 200
GET  /api/v1/series/{series}                                        401 404 200 200 200        200 200 200
PATCH /api/v1/series/{series}                                       401 404 403 200 200        403 200 200
DELETE /api/v1/series/{series}                                      401 404 403 428 428        403 428 428
POST /api/v1/series/{series}/hands                                  401 404 403 422 422        403 422 422
PATCH /api/v1/series/{series}/hands/1                               401 404 403 422 422        403 422 422
POST /api/v1/series/{series}/hands/1/corrections                    401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/hands/1/revisions                      401 404 404 404 404        404 404 404
POST /api/v1/series/{series}/hands/1/verdicts                       401 404 422 422 422        422 422 422
POST /api/v1/series/{series}/verdicts                               401 404 422 422 422        422 422 422
POST /api/v1/series/{series}/waivers                                401 404 403 403 422        403 403 422
POST /api/v1/series/{series}/bids                                   401 404 403 422 422        403 422 422
POST /api/v1/series/{series}/dealer                                 401 404 403 422 422        403 422 422
POST /api/v1/series/{series}/seats                                  401 404 403 422 422        403 422 422
DELETE /api/v1/series/{series}/seats/last                           401 404 403 428 428        403 428 428
GET  /api/v1/series/{series}/links                                  401 404 403 200 200        403 200 200
POST /api/v1/series/{series}/links                                  401 404 403 201 201        403 201 201
PATCH /api/v1/series/{series}/links/{link}                          401 404 403 200 200        403 200 200
DELETE /api/v1/series/{series}/links/{link}                         401 404 403 204 204        403 204 204
POST /api/v1/series/{series}/undo                                   401 404 403 422 422        403 422 422
POST /api/v1/series/{series}/stop                                   401 404 403 422 422        403 422 422
POST /api/v1/series/{series}/reopen                                 401 404 403 403 422        403 403 422
GET  /api/v1/series/{series}/seal                                   401 404 200 200 200        200 200 200
POST /api/v1/series/{series}/payments                               401 404 403 422 422        403 422 422
GET  /api/v1/series/{series}/settlement                             401 404 200 200 200        200 200 200
GET  /api/v1/series/{series}/sheet.pdf                              401 404 200 200 200        200 200 200
GET  /api/v1/series/{series}/export.csv                             401 404 200 200 200        200 200 200
GET  /api/v1/series/{series}/export.json                            401 404 200 200 200        200 200 200
GET  /api/v1/series/{series}/export.json.minisig                    401 404 200 200 200        200 200 200

POST /language/                                                     302 302 302 302 302        302 302 302
POST /theme/                                                        302 302 302 302 302        302 302 302
GET  /manifest/de.json                                              200 200 200 200 200        200 200 200
GET  /healthz                                                       200 200 200 200 200        200 200 200
GET  /readyz                                                        200 200 200 200 200        200 200 200
GET  /metrics                                                       404 404 404 404 404        404 404 404
"""

METHODS = ("GET", "POST", "PATCH", "DELETE")
BLOCKS = [[line.split() for line in block.splitlines() if line.startswith(METHODS)] for block in TABLE.split("\n\n")]
ROWS = [row for block in BLOCKS for row in block]
REFUSED = [
    (method, address)
    for address in dict.fromkeys(address for _method, address, *_statuses in ROWS)
    for method in ("GET", "POST")
    if [method, address] not in [row[:2] for row in ROWS]
]
