"""The admin is read-only, because a change made there would leave no trace in the ledger."""

from typing import Any

import allauth.mfa.admin  # registers Authenticator, which is unregistered below
from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import admin

from ledger.circles.models import Circle, Invite, Member, Player, User

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# The admin does not show authenticators: a row holds the seed of the recovery codes.
admin.site.unregister(Authenticator)
if settings.OIDC:
    # allauth's own admin pages would allow changes, and would show tokens.
    import allauth.socialaccount.admin  # noqa: F401
    from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken

    admin.site.unregister([SocialAccount, SocialApp, SocialToken])


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, *_request: Any) -> bool:
        return False

    def has_change_permission(self, *_request: Any) -> bool:
        return False

    def has_delete_permission(self, *_request: Any) -> bool:
        return False


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    list_display = ("username", "display_name", "is_guest", "is_active", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("username", "display_name")
    exclude = ("password", "groups", "user_permissions")


@admin.register(Circle)
class CircleAdmin(ReadOnlyAdmin):
    list_display = ("name", "id", "currency", "language", "created_at")
    search_fields = ("name", "id")


@admin.register(Member)
class MemberAdmin(ReadOnlyAdmin):
    list_display = ("user", "circle", "role", "joined_at")
    list_select_related = ("user", "circle")


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "circle", "hidden_at", "created_at")
    list_select_related = ("circle",)


@admin.register(Invite)
class InviteAdmin(ReadOnlyAdmin):
    list_display = ("label", "circle", "role", "expires_at", "revoked_at", "use_count", "last_used_at")
    list_select_related = ("circle",)
