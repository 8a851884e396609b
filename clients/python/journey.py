"""Drives the generated client through a running service. Started by `npm run clients`, which says where it runs."""

import json
import os
import unittest
from pathlib import Path
from typing import Any

import authdock_client
import pyotp
from authdock_client import AuthenticatedClient, Client
from authdock_client.api.authentication import auth_login, auth_logout, auth_me
from authdock_client.api.definitions import definitions_index
from authdock_client.api.users import users_index, users_patch, users_show, users_store
from authdock_client.models import (
    DefinitionsEnvelope,
    ForbiddenFailureEnvelope,
    InvalidCredentialsFailureEnvelope,
    LoginEnvelope,
    LoginRequest,
    MeEnvelope,
    StaleFailureEnvelope,
    StoreUserRequest,
    UnauthenticatedFailureEnvelope,
    UpdateUserRequest,
    UserEnvelope,
    ValidationFailureEnvelope,
    VerificationRequired,
)
from authdock_client.types import Response
from examples import sign_in, users_matching

METHODS = ("get", "post", "put", "patch", "delete")


def told(name: str) -> str:
    return os.environ[f"AUTHDOCK_{name}"]


# logins are limited by address, and this service believes what it is told
FROM = {"X-Forwarded-For": "203.0.113.7"}


def guest() -> Client:
    return Client(base_url=told("URL"), headers=FROM)


def bearer(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=told("URL"), token=token, headers=FROM)


def code() -> str:
    return pyotp.TOTP(told("ADMIN_TOTP_SECRET")).now()


def nobody_asks() -> str:
    raise AssertionError("Nobody is to be asked for a code.")


class Generated(unittest.TestCase):
    def test_has_every_operation_of_the_document(self) -> None:
        paths = json.loads(Path(told("DOCUMENT")).read_text())["paths"]
        wanted = {
            item[method]["operationId"].replace(".", "_").replace("-", "_")
            for item in paths.values()
            for method in METHODS
            if method in item
        }
        package = Path(str(authdock_client.__file__)).parent
        made = {file.stem for file in package.glob("api/*/[!_]*.py")}
        self.assertEqual(made, wanted)


class Administrator(unittest.TestCase):
    """With a second factor. The tests use one token; the last one revokes it."""

    client: AuthenticatedClient

    @classmethod
    def setUpClass(cls) -> None:
        token = sign_in(guest(), told("ADMIN_EMAIL"), told("PASSWORD"), code)
        cls.client = bearer(token)

    def test_1_is_who_signed_in(self) -> None:
        me = auth_me.sync(client=self.client)
        assert isinstance(me, MeEnvelope)
        self.assertEqual(me.data.email, told("ADMIN_EMAIL"))
        self.assertEqual(me.data.role, "admin")
        self.assertIsNone(me.data.avatar_url)

    def test_2_lists_the_users_that_a_filter_leaves_page_by_page(self) -> None:
        users = users_matching(self.client, "python@example", per_page=2)
        found = [user.email for user in users]
        names = ("ADMIN_EMAIL", "UNVERIFIED_EMAIL", "USER_EMAIL")
        self.assertEqual(found, [told(name) for name in names])
        self.assertEqual(list(users_matching(self.client, "a&b #1 50%")), [])

    def test_3_asks_for_some_definitions(self) -> None:
        some = definitions_index.sync(client=self.client, keys=["userStatus", "yesNo"])
        assert isinstance(some, DefinitionsEnvelope)
        self.assertEqual(set(some.data.additional_properties), {"userStatus", "yesNo"})

    def test_4_creates_a_user_and_does_not_overwrite_another_change(self) -> None:
        grace = StoreUserRequest(
            "Grace",
            "Hopper",
            "grace.python@test.example",
            *["correct-horse-battery"] * 2,
        )
        created = users_store.sync_detailed(client=self.client, body=grace)
        assert isinstance(created.parsed, UserEnvelope)
        user, etag = created.parsed.data.id, created.headers["ETag"]
        taken = users_store.sync(client=self.client, body=grace)
        assert isinstance(taken, ValidationFailureEnvelope)
        self.assertIn("email", taken.data.errors.additional_properties)

        def rename(name: str) -> Response[Any]:
            body = UpdateUserRequest(first_name=name)
            return users_patch.sync_detailed(
                user, client=self.client, body=body, if_match=etag
            )

        self.assertEqual(rename("Faster").status_code, 200)
        slower = rename("Slower")
        self.assertEqual(slower.status_code, 412)
        assert isinstance(slower.parsed, StaleFailureEnvelope)
        self.assertEqual(slower.parsed.data.code, "stale")
        shown = users_show.sync(user, client=self.client)
        assert isinstance(shown, UserEnvelope)
        self.assertEqual(shown.data.full_name, "Faster Hopper")

    def test_5_is_nobody_any_more_after_logging_out(self) -> None:
        self.assertEqual(auth_logout.sync_detailed(client=self.client).status_code, 200)
        refused = auth_me.sync(client=self.client)
        assert isinstance(refused, UnauthenticatedFailureEnvelope)
        self.assertEqual(refused.status, 401)
        self.assertEqual(refused.data.code, "token_revoked")


class Somebody(unittest.TestCase):
    def test_with_one_factor_may_not_list_users(self) -> None:
        token = sign_in(guest(), told("USER_EMAIL"), told("PASSWORD"), nobody_asks)
        refused = users_index.sync(client=bearer(token))
        assert isinstance(refused, ForbiddenFailureEnvelope)
        self.assertEqual((refused.status, refused.data.code), (403, "forbidden"))

    def test_whose_address_is_not_verified_gets_no_token(self) -> None:
        body = LoginRequest(told("UNVERIFIED_EMAIL"), told("PASSWORD"))
        login = auth_login.sync(client=guest(), body=body)
        assert isinstance(login, LoginEnvelope)
        self.assertIsInstance(login.data, VerificationRequired)

    def test_with_a_wrong_password_is_refused(self) -> None:
        body = LoginRequest(told("USER_EMAIL"), "wrong")
        refused = auth_login.sync(client=guest(), body=body)
        assert isinstance(refused, InvalidCredentialsFailureEnvelope)
        self.assertEqual(refused.data.code, "invalid_credentials")
