"""An OpenID Connect provider for checks: Authlib's authorization server behind Flask, with real keys that can be rotated, and a network that can fail."""

import base64
import contextlib
import json
import logging
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import authlib.deprecate
import flask
import joserfc.errors
import joserfc.jwk
import joserfc.jwt
import werkzeug.serving
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant
from authlib.oauth2.rfc7636 import CodeChallenge

logging.getLogger("werkzeug").setLevel(logging.ERROR)
# RFC 9864 gives EdDSA another name, which providers don't use yet.
warnings.simplefilter("ignore", joserfc.errors.SecurityWarning)
warnings.simplefilter("ignore", authlib.deprecate.AuthlibDeprecationWarning)

ALGORITHMS = ("RS256", "ES256", "EdDSA")


class Client(ClientMixin):
    """The service, as a client of the provider."""

    id, secret = "cargo", "client-secret-0123456789"

    def __init__(self, address: str) -> None:
        self.callback = address + "/sign-in/callback"

    def get_client_id(self) -> str:
        return self.id

    def get_default_redirect_uri(self) -> str:
        return self.callback

    def get_allowed_scope(self, scope: str) -> str:
        return scope

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return redirect_uri == self.callback

    def check_client_secret(self, client_secret: str) -> bool:
        return client_secret == self.secret

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "client_secret_basic"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == "authorization_code"


class Code(AuthorizationCodeMixin):
    """A code that one who signed in brings back to the service."""

    def __init__(self, code: str, user: str, data: Mapping[str, str]) -> None:
        self.code, self.user, self.data = code, user, data
        self.code_challenge, self.code_challenge_method = data.get("code_challenge"), data.get("code_challenge_method")

    def get_redirect_uri(self) -> str:
        return self.data["redirect_uri"]

    def get_scope(self) -> str:
        return self.data["scope"]


class Provider(contextlib.AbstractContextManager["Provider"]):
    """A provider on a port of the loopback interface, with a page on which one signs in by a click on a name."""

    audience = "cargo-api"

    def __init__(self, users: Mapping[str, Mapping[str, Any]]) -> None:
        self.users = users
        self.codes: dict[str, Code] = {}
        self.client = Client("")
        self.requests: list[str] = []
        self.minutes = 60.0
        self.keys: list[Any] = []
        self.rotate()
        self.app = flask.Flask("provider")
        self.app.secret_key = "session"
        self._add_routes()
        self._add_server()
        self.port = 0
        self.start()
        self.issuer = f"http://localhost:{self.port}"

    # Keys and tokens

    def rotate(self, keeps: bool = True) -> None:
        """Makes new keys, one for each algorithm; tokens are signed with them from now on."""
        mark = str(time.monotonic_ns())
        made = [
            joserfc.jwk.RSAKey.generate_key(2048, {"kid": "rsa-" + mark, "use": "sig"}),
            joserfc.jwk.ECKey.generate_key("P-256", {"kid": "ec-" + mark, "use": "sig", "alg": "ES256"}),
            joserfc.jwk.OKPKey.generate_key("Ed25519", {"kid": "ed-" + mark, "use": "sig", "alg": "EdDSA"}),
        ]
        self.keys = made + (self.keys if keeps else [])

    def token(self, user: str, algorithm: str = "RS256", header: Mapping[str, Any] | None = None, **claims: Any) -> str:
        """A bearer token of one of the users; claims replace those of a sound one, and None leaves one out."""
        now = time.time()
        sound = {"iss": self.issuer, "aud": self.audience, "iat": now, "exp": now + 60 * self.minutes, "sub": user, **self.users[user]}
        return self.sign({name: value for name, value in {**sound, **claims}.items() if value is not None}, algorithm, header)

    def sign(self, claims: Mapping[str, Any], algorithm: str = "RS256", header: Mapping[str, Any] | None = None) -> str:
        key = self.keys[ALGORITHMS.index(algorithm)]
        return joserfc.jwt.encode({"alg": algorithm, "typ": "JWT", "kid": key.kid, **(header or {})}, dict(claims), key, algorithms=list(ALGORITHMS))

    # The network

    def _add_server(self) -> None:
        server = AuthorizationServer(self.app, query_client=lambda id: self.client if id == Client.id else None, save_token=lambda *_: None)
        provider = self

        class Grant(AuthorizationCodeGrant):
            TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

            def save_authorization_code(self, code: str, request: Any) -> None:
                provider.codes[code] = Code(code, request.user, request.payload.data.to_dict())

            def query_authorization_code(self, code: str, client: Client) -> Code | None:
                return provider.codes.get(code)

            def delete_authorization_code(self, authorization_code: Code) -> None:
                del provider.codes[authorization_code.code]

            def authenticate_user(self, authorization_code: Code) -> str:
                return authorization_code.user

        class IdToken:
            """Adds the ID token to the answer (OpenID Connect Core, 3.1.3.3)."""

            def __call__(self, grant: Any) -> None:
                grant.register_hook("after_create_token_response", self.process)

            @staticmethod
            def process(grant: Any, response: tuple[int, dict[str, Any], Any]) -> tuple[int, dict[str, Any], Any]:
                code = grant.request.authorization_code
                claims = {"aud": Client.id, "nonce": code.data.get("nonce"), **provider.id_claims}
                response[1]["id_token"] = provider.token(code.user, **claims)
                return response

        self.id_claims: dict[str, Any] = {}
        server.register_grant(Grant, [CodeChallenge(required=True), IdToken()])
        self.server = server

    def _add_routes(self) -> None:
        app = self.app

        @app.before_request
        def note() -> None:
            self.requests.append(flask.request.path)

        @app.get("/.well-known/openid-configuration")
        def discovery() -> Any:
            return {"issuer": self.issuer, **{f"{name}_endpoint": f"{self.issuer}/{name}" for name in ("authorization", "token", "end_session")},
                    "jwks_uri": f"{self.issuer}/keys", "response_types_supported": ["code"], "token_endpoint_auth_methods_supported": ["client_secret_basic"]}

        @app.get("/favicon.ico")
        def icon() -> Any:
            return "", 204

        @app.get("/keys")
        def keys() -> Any:
            return {"keys": [key.as_dict(private=False) for key in self.keys]}

        @app.get("/authorization")
        def authorize() -> Any:
            try:
                self.server.get_consent_grant(end_user=None)
            except OAuth2Error as error:
                return f"{error.error}: {error.description}", 400
            if user := flask.session.get("user"):
                return self.server.create_authorization_response(grant_user=user)
            buttons = "".join(f'<button name="user" value="{user}">{user}</button>' for user in self.users)
            return f'<!doctype html><title>Provider</title><form method="post">{buttons}</form>'

        @app.post("/authorization")
        def authorized() -> Any:
            flask.session["user"] = flask.request.form["user"]
            return self.server.create_authorization_response(grant_user=flask.request.form["user"])

        @app.post("/token")
        def token() -> Any:
            return self.server.create_token_response()

        @app.get("/end_session")
        def end_session() -> Any:
            flask.session.clear()
            to = flask.request.args["post_logout_redirect_uri"]
            assert to.startswith(self.client.callback.removesuffix("/sign-in/callback"))
            return flask.redirect(to)

    def start(self) -> None:
        self.http = werkzeug.serving.make_server("localhost", self.port, self.app, threaded=True)
        self.port = self.http.server_port
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.http.shutdown()
        self.http.server_close()

    @contextlib.contextmanager
    def down(self) -> Iterator[None]:
        """The provider can't be reached meanwhile."""
        self.stop()
        yield
        self.start()

    def settings(self, address: str, roles: Mapping[str, str]) -> dict[str, str]:
        """Settings of a service at an address, as environment variables."""
        self.client = Client(address)
        return {"CARGO_OIDC_ISSUER": self.issuer, "CARGO_OIDC_AUDIENCE": self.audience, "CARGO_OIDC_CLIENT_ID": Client.id,
                "CARGO_OIDC_CLIENT_SECRET": Client.secret, "CARGO_OIDC_ADDRESS": address, "CARGO_OIDC_NAME_CLAIM": "preferred_username",
                "CARGO_OIDC_ROLES": ",".join(f"{name}={role}" for name, role in roles.items())}

    def __exit__(self, *_: object) -> None:
        self.stop()


def unsigned(header: Mapping[str, Any], claims: Mapping[str, Any], signature: bytes = b"") -> str:
    """A token as an attacker writes it."""
    parts = (json.dumps(header).encode(), json.dumps(claims).encode(), signature)
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)


def query(address: str) -> dict[str, str]:
    """The fields of an address's query."""
    return dict(parse_qsl(urlsplit(address).query))
