"""Tests the generated client with a running service, which `npm run clients` starts."""

import json
import os
import unittest
import uuid
from pathlib import Path
from typing import Any

import authdock_client
import httpx
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
    ShownUserEnvelope,
    StaleFailureEnvelope,
    StoreUserRequest,
    UnauthenticatedFailureEnvelope,
    UpdateUserRequest,
    UsersEnvelope,
    UsersStoreValidationFailedFailureEnvelope,
    VerificationRequired,
)
from authdock_client.types import Response, Unset
from examples import add_user_once, sign_in, users_matching

METHODS = ("get", "post", "put", "patch", "delete")


def variable(name: str) -> str:
    return os.environ[f"AUTHDOCK_{name}"]


# logins are limited by IP address, and this service trusts the header
FROM = {"X-Forwarded-For": "203.0.113.7"}


def guest() -> Client:
    return Client(base_url=variable("URL"), headers=FROM)


def bearer(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=variable("URL"), token=token, headers=FROM)


def code() -> str:
    return pyotp.TOTP(variable("ADMIN_TOTP_SECRET")).now()


def no_code_expected() -> str:
    raise AssertionError("The client must not ask for a code.")


class Generated(unittest.TestCase):
    def test_has_every_operation_of_the_document(self) -> None:
        paths = json.loads(Path(variable("DOCUMENT")).read_text())["paths"]
        expected = {
            item[method]["operationId"].replace(".", "_").replace("-", "_")
            for item in paths.values()
            for method in METHODS
            if method in item
        }
        package = Path(str(authdock_client.__file__)).parent
        generated = {file.stem for file in package.glob("api/*/[!_]*.py")}
        self.assertEqual(generated, expected)


class Administrator(unittest.TestCase):
    """An administrator with a second factor. The last test revokes the shared token."""

    client: AuthenticatedClient

    @classmethod
    def setUpClass(cls) -> None:
        token = sign_in(guest(), variable("ADMIN_EMAIL"), variable("PASSWORD"), code)
        cls.client = bearer(token)

    def test_1_gets_their_own_account(self) -> None:
        me = auth_me.sync(client=self.client)
        assert isinstance(me, MeEnvelope)
        self.assertEqual(me.data.email, variable("ADMIN_EMAIL"))
        self.assertEqual(me.data.role, "admin")
        self.assertIsNone(me.data.avatar_url)

    def test_2_lists_filtered_users_page_by_page(self) -> None:
        users = users_matching(self.client, "python@example", per_page=2)
        found = [user.email for user in users]
        names = ("ADMIN_EMAIL", "UNVERIFIED_EMAIL", "USER_EMAIL")
        self.assertEqual(found, [variable(name) for name in names])
        self.assertEqual(list(users_matching(self.client, "a&b #1 50%")), [])

    def test_3_gets_selected_definitions(self) -> None:
        found = definitions_index.sync(client=self.client, keys=["userStatus", "yesNo"])
        assert isinstance(found, DefinitionsEnvelope)
        self.assertEqual(set(found.data.additional_properties), {"userStatus", "yesNo"})

    def test_4_creates_a_user_and_does_not_overwrite_another_change(self) -> None:
        grace = StoreUserRequest(
            first_name="Grace",
            last_name="Hopper",
            email="grace.python@test.example",
            password="correct-horse-battery",
            password_confirmation="correct-horse-battery",
        )
        key = str(uuid.uuid4())
        created, repeated = (
            users_store.sync_detailed(
                client=self.client, body=grace, idempotency_key=key
            )
            for _ in range(2)
        )
        assert isinstance(created.parsed, ShownUserEnvelope)
        assert isinstance(repeated.parsed, ShownUserEnvelope)
        user, etag = created.parsed.data.id, created.headers["ETag"]
        self.assertEqual(repeated.parsed.data.id, user)
        self.assertEqual(repeated.headers["Idempotent-Replayed"], "true")
        same = users_show.sync_detailed(user, client=self.client, if_none_match=etag)
        self.assertEqual((same.status_code, same.parsed), (304, None))
        taken = users_store.sync(client=self.client, body=grace)
        assert isinstance(taken, UsersStoreValidationFailedFailureEnvelope)
        assert not isinstance(taken.data.errors, Unset)
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
        assert isinstance(shown, ShownUserEnvelope)
        self.assertEqual(shown.data.full_name, "Faster Hopper")

    def test_5_creates_a_user_once_when_the_answer_is_lost(self) -> None:
        # the proxy cuts the connection after the first answer to each key
        cut = AuthenticatedClient(
            base_url=variable("CUT_URL"), token=self.client.token, headers=FROM
        )
        body = StoreUserRequest("Grace", "Hopper", "cut.python@test.example")
        with self.assertRaises(httpx.RemoteProtocolError):
            add_user_once(cut, body, attempts=1)
        taken = users_store.sync(client=self.client, body=body)
        self.assertIsInstance(taken, UsersStoreValidationFailedFailureEnvelope)
        body.email = "once.python@test.example"
        user = add_user_once(cut, body)
        found = users_index.sync(client=self.client, filteremail=body.email)
        assert isinstance(found, UsersEnvelope)
        self.assertEqual([item.id for item in found.data.items], [user.id])

    def test_6_cannot_use_the_token_after_logging_out(self) -> None:
        self.assertEqual(auth_logout.sync_detailed(client=self.client).status_code, 200)
        refused = auth_me.sync(client=self.client)
        assert isinstance(refused, UnauthenticatedFailureEnvelope)
        self.assertEqual(refused.status, 401)
        self.assertEqual(refused.data.code, "token_revoked")


class User(unittest.TestCase):
    def test_without_second_factor_cannot_list_users(self) -> None:
        token = sign_in(
            guest(), variable("USER_EMAIL"), variable("PASSWORD"), no_code_expected
        )
        refused = users_index.sync(client=bearer(token))
        assert isinstance(refused, ForbiddenFailureEnvelope)
        self.assertEqual((refused.status, refused.data.code), (403, "forbidden"))

    def test_with_an_unverified_address_gets_no_token(self) -> None:
        body = LoginRequest(variable("UNVERIFIED_EMAIL"), variable("PASSWORD"))
        login = auth_login.sync(client=guest(), body=body)
        assert isinstance(login, LoginEnvelope)
        self.assertIsInstance(login.data, VerificationRequired)

    def test_with_a_wrong_password_is_refused(self) -> None:
        body = LoginRequest(variable("USER_EMAIL"), "wrong")
        refused = auth_login.sync(client=guest(), body=body)
        assert isinstance(refused, InvalidCredentialsFailureEnvelope)
        self.assertEqual(refused.data.code, "invalid_credentials")
