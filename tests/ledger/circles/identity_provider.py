"""A small provider of OpenID Connect on this machine, which gives wrong answers where a test asks for them."""

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "khata", "only-for-tests-" + "s" * 20
PATH = "/realms/club"


def new_key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


KEY, OTHER_KEY = new_key(), new_key()


class IdentityProvider:
    """`person` is who signs in. The other attributes change what the provider says, each in one way."""

    def __init__(self, port: int) -> None:
        self.issuer = f"http://127.0.0.1:{port}{PATH}"
        self.person: dict[str, Any] = {"sub": "4711", "preferred_username": "dora.d", "name": "Dora D."}
        self.claims: dict[str, Any] = {}  # other claims in the ID token; None leaves one out
        self.info: dict[str, Any] = {}  # the same in the user info
        self.described: dict[str, Any] = {}  # the same in the description
        self.answers: dict[str, tuple[int, bytes]] = {}  # by path, in place of the true answer
        self.drips = ""  # "headers" or "body": this part comes byte by byte and does not end
        self.key, self.algorithm, self.key_id = KEY, "RS256", "first"
        self.codes: dict[str, dict[str, str]] = {}
        self.asked: list[str] = []  # paths

    def sign_in(self, address: str) -> dict[str, str]:
        """Sign in at the address to which the site sent the person. Return the query with which they come back."""
        parts = urlsplit(address)
        asked = dict(parse_qsl(parts.query))
        assert (parts.path, asked["client_id"], asked["response_type"]) == (f"{PATH}/authorize", CLIENT, "code")
        assert asked["code_challenge_method"] == "S256"
        assert "openid" in asked["scope"].split()
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def answer(self, path: str, form: dict[str, str], authorization: str) -> tuple[int, bytes]:
        self.asked.append(path)
        if path in self.answers:
            return self.answers[path]
        whole = {
            "/.well-known/openid-configuration": self.describe,
            "/keys": lambda: {"keys": [self.public_key()]},
            "/token": lambda: self.give_tokens(form, authorization),
            "/userinfo": lambda: {**self.person, **self.info} if authorization == "Bearer the-token" else None,
        }[path]()
        return (200, json.dumps(without_none(whole)).encode()) if whole is not None else (400, b"{}")

    def describe(self) -> dict[str, Any]:
        names = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
        endpoints = {f"{name}_endpoint": f"{self.issuer}/{path}" for name, path in names.items()}
        return {"issuer": self.issuer, **endpoints, "jwks_uri": f"{self.issuer}/keys", **self.described}

    def public_key(self) -> dict[str, Any]:
        jwk = jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key(), as_dict=True)
        return {**jwk, "kid": "first", "use": "sig", "alg": "RS256"}

    def give_tokens(self, form: dict[str, str], authorization: str) -> dict[str, Any] | None:
        asked = self.codes.pop(form["code"], None)
        client = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        by_form = (form.get("client_id"), form.get("client_secret")) == (CLIENT, SECRET)
        if asked is None or not (authorization == f"Basic {client}" or by_form):
            return None
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=")
        if challenge.decode() != asked["code_challenge"] or form["redirect_uri"] != asked["redirect_uri"]:
            return None
        return {"access_token": "the-token", "token_type": "Bearer", "id_token": self.id_token(asked["nonce"])}

    def id_token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": nonce, **self.person}
        key: Any = self.key if self.algorithm == "RS256" else SECRET if self.algorithm == "HS256" else None
        return jwt.encode(
            without_none({**claims, **self.claims}), key, algorithm=self.algorithm, headers={"kid": self.key_id}
        )


def without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


@contextmanager
def running_provider() -> Iterator[IdentityProvider]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self.path.startswith(f"{PATH}/authorize?"):
                self.reply({})
                return
            asked = dict(parse_qsl(urlsplit(self.path).query))  # the person is signed in here already
            self.send_response(302)
            self.send_header("Location", f"{asked['redirect_uri']}?{urlencode(provider.sign_in(self.path))}")
            self.end_headers()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.reply({name: values[0] for name, values in parse_qs(body).items()})

        def reply(self, form: dict[str, str]) -> None:
            path = self.path.removeprefix(PATH)
            status, content = provider.answer(path, form, self.headers.get("Authorization", ""))
            self.send_response(status)
            if provider.drips:
                self.drip()
                return
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def drip(self) -> None:
            if provider.drips == "body":
                self.end_headers()
            self.flush_headers()
            ends = time.monotonic() + 10
            with suppress(OSError):  # the site has closed the connection
                while time.monotonic() < ends:
                    self.wfile.write(b"x")
                    time.sleep(0.02)

        def log_message(self, *_args: Any) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider = IdentityProvider(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
