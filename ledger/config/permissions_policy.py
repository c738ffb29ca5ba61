"""The Permissions-Policy header: what browsers may let the site's pages use."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

# The site keeps the screen on (static/js/awake.js), copies links (sharing.js) and signs in with passkeys. It also
# shares links, but "web-share" is allowed by default, and if it is listed, some browsers warn on every page.
FOR_THIS_SITE = (
    "clipboard-write",
    "publickey-credentials-create",
    "publickey-credentials-get",
    "screen-wake-lock",
)
FOR_NO_SITE = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "gamepad",
    "geolocation",
    "gyroscope",
    "hid",
    "idle-detection",
    "local-fonts",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
POLICY = ", ".join([*(f"{feature}=(self)" for feature in FOR_THIS_SITE), *(f"{feature}=()" for feature in FOR_NO_SITE)])


class PermissionsPolicyMiddleware(MiddlewareMixin):
    def process_response(self, _request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response
