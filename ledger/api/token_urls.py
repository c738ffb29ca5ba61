"""/account/tokens/"""

from django.urls import path

from ledger.api.views import tokens

urlpatterns = [
    path("new/", tokens.new, name="new_token"),
    path("<id:token_id>/revoke/", tokens.revoke, name="revoke_token"),
]
