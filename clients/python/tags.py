"""Calls operations of every tag of the contract. `npm run clients` runs it."""

import base64
import json
import os
import re
import unittest
import uuid
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

import httpx
from authdock_client import AuthenticatedClient, Client, models
from authdock_client.api.access_tokens import api_tokens_destroy, api_tokens_store
from authdock_client.api.account import auth_me_avatar_update
from authdock_client.api.account_activity import auth_me_activity_index
from authdock_client.api.account_applications import (
    auth_me_applications_destroy,
    auth_me_applications_index,
)
from authdock_client.api.account_identities import (
    auth_me_identities_destroy,
    auth_me_identities_index,
)
from authdock_client.api.account_organisations import (
    auth_me_organisations_destroy,
    auth_me_organisations_index,
)
from authdock_client.api.account_passkeys import (
    auth_me_passkeys_destroy,
    auth_me_passkeys_options,
)
from authdock_client.api.account_recovery import (
    auth_forgot_password,
    auth_reset_password,
)
from authdock_client.api.account_sessions import (
    auth_me_sessions_destroy,
    auth_me_sessions_index,
)
from authdock_client.api.account_tokens import auth_me_tokens_store
from authdock_client.api.account_two_factor import (
    auth_me_two_factor_confirm,
    auth_me_two_factor_store,
)
from authdock_client.api.activity import activity_logs_index_export, activity_logs_show
from authdock_client.api.authentication import auth_me, auth_two_factor_challenge
from authdock_client.api.clients import api_clients_store, api_clients_update_secret
from authdock_client.api.definitions import definitions_index
from authdock_client.api.events import events_index, events_show
from authdock_client.api.organisation_applications import organisations_show_applications
from authdock_client.api.organisation_domains import organisations_show_domains
from authdock_client.api.organisations import (
    organisations_destroy,
    organisations_show,
    organisations_store,
)
from authdock_client.api.passkeys import auth_passkeys, auth_passkeys_options
from authdock_client.api.roles import roles_destroy, roles_store
from authdock_client.api.settings import settings_index, settings_update
from authdock_client.api.user_access import users_show_sessions, users_show_tokens
from authdock_client.api.user_imports import (
    users_index_imports,
    users_show_import,
    users_store_imports,
    users_update_import_discard,
)
from authdock_client.api.users import (
    users_destroy,
    users_index_export,
    users_restore,
    users_store,
    users_update_avatar,
)
from authdock_client.api.webhooks import webhooks_index, webhooks_show
from authdock_client.types import File
from examples import sign_in

URL = os.environ["AUTHDOCK_URL"]
OWNER = os.environ["AUTHDOCK_OWNER_EMAIL"]
DOCUMENT = json.loads(Path(os.environ["AUTHDOCK_DOCUMENT"]).read_text())
TAGS = {tag["name"] for tag in DOCUMENT["tags"]}
UNKNOWN = uuid.UUID("019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e")
PASSWORD = "staple-battery-horse"
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"
    "+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

# (tag, whether it succeeded) of each call
called: set[tuple[str, bool]] = set()


def record(response: httpx.Response) -> None:
    path = response.request.url.path.removeprefix(urlsplit(URL).path)
    templates = [
        template
        for template in DOCUMENT["paths"]
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path)
    ]
    template = path if path in templates else templates[0]
    operation = DOCUMENT["paths"][template][response.request.method.lower()]
    called.add((operation["tags"][0], response.is_success))


# logins are limited by IP address, and this service trusts the header
HTTP: dict[str, Any] = {
    "base_url": URL,
    "headers": {"X-Forwarded-For": "203.0.113.8"},
    "httpx_args": {"event_hooks": {"response": [record]}},
}
guest = Client(**HTTP)


def picture(content: bytes) -> models.AvatarUpload:
    return models.AvatarUpload(File(BytesIO(content), "owner.png", "image/png"))


def no_code_expected() -> str:
    raise AssertionError("The client must not ask for a code.")


class EveryTag(unittest.TestCase):
    """A system administrator calls operations of every tag."""

    owner: AuthenticatedClient
    journeys: ClassVar[set[str]] = set()

    @classmethod
    def setUpClass(cls) -> None:
        token = sign_in(guest, OWNER, os.environ["AUTHDOCK_PASSWORD"], no_code_expected)
        cls.owner = AuthenticatedClient(token=token, **HTTP)

    def check(
        self,
        tag: str,
        works: Callable[[], object],
        success: type,
        fails: Callable[[], object],
        failure: tuple[type, int, str],
    ) -> None:
        called.clear()
        self.assertIsInstance(works(), success)
        self.assertIn((tag, True), called)
        called.clear()
        refused: Any = fails()
        self.assertIsInstance(refused, failure[0])
        self.assertEqual((refused.status, refused.data.code), failure[1:])
        self.assertIn((tag, False), called)
        self.journeys.add(tag)

    def test_access_tokens(self) -> None:
        self.check(
            "Access tokens",
            lambda: api_tokens_store.sync(
                client=self.owner, body=models.StoreOwnTokenRequest("Deployment")
            ),
            models.IssuedOwnTokenEnvelope,
            lambda: api_tokens_destroy.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_account(self) -> None:
        self.check(
            "Account",
            lambda: auth_me_avatar_update.sync(client=self.owner, body=picture(PNG)),
            models.UserEnvelope,
            lambda: auth_me_avatar_update.sync(
                client=self.owner, body=picture(b"no image")
            ),
            (models.ValidationFailureEnvelope, 422, "validation_failed"),
        )

    def test_account_activity(self) -> None:
        self.check(
            "Account activity",
            lambda: auth_me_activity_index.sync(client=self.owner),
            models.OwnActivityListEnvelope,
            lambda: auth_me_activity_index.sync(client=self.owner, per_page=0),
            (models.ValidationFailureEnvelope, 422, "validation_failed"),
        )

    def test_account_applications(self) -> None:
        self.check(
            "Account applications",
            lambda: auth_me_applications_index.sync(client=self.owner),
            models.OwnApplicationsEnvelope,
            lambda: auth_me_applications_destroy.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_account_recovery(self) -> None:
        self.check(
            "Account recovery",
            lambda: auth_forgot_password.sync(
                client=guest, body=models.ForgotPasswordRequest("nobody@example.test")
            ),
            models.EmptyEnvelope,
            lambda: auth_reset_password.sync(
                client=guest,
                body=models.ResetPasswordRequest("unknown" * 7, PASSWORD, PASSWORD),
            ),
            (models.ValidationFailureEnvelope, 422, "validation_failed"),
        )

    def test_account_sessions(self) -> None:
        self.check(
            "Account sessions",
            lambda: auth_me_sessions_index.sync(client=self.owner),
            models.OwnSessionsEnvelope,
            lambda: auth_me_sessions_destroy.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_account_tokens(self) -> None:
        key = str(uuid.uuid4())

        def create() -> object:
            body = models.StoreOwnTokenRequest("Laptop")
            return auth_me_tokens_store.sync(
                client=self.owner, body=body, idempotency_key=key
            )

        refused = models.AuthMeTokensStoreConflictFailureEnvelope
        self.check(
            "Account tokens",
            create,
            models.IssuedOwnTokenEnvelope,
            create,  # the service doesn't repeat a secret
            (refused, 409, "already_created"),
        )

    def test_account_identities(self) -> None:
        self.check(
            "Account identities",
            lambda: auth_me_identities_index.sync(client=self.owner),
            models.LinkedIdentitiesEnvelope,
            lambda: auth_me_identities_destroy.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_account_passkeys(self) -> None:
        self.check(
            "Account passkeys",
            lambda: auth_me_passkeys_options.sync(client=self.owner),
            models.PasskeyCreationEnvelope,
            lambda: auth_me_passkeys_destroy.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_passkeys(self) -> None:
        response = models.AuthenticationCredentialResponse("AAAA", "AAAA", "AAAA")
        credential = models.AuthenticationCredential(
            "AAAA", "AAAA", "public-key", response
        )
        self.check(
            "Passkeys",
            lambda: auth_passkeys_options.sync(client=guest),
            models.PasskeyRequestEnvelope,
            lambda: auth_passkeys.sync(
                client=guest, body=models.PasskeySignInRequest(credential)
            ),
            (models.AuthPasskeysUnauthenticatedFailureEnvelope, 401, "passkey_rejected"),
        )

    def test_account_two_factor(self) -> None:
        self.check(
            "Account two-factor",
            lambda: auth_me_two_factor_store.sync(client=self.owner),
            models.TwoFactorSetupEnvelope,
            lambda: auth_me_two_factor_confirm.sync(
                client=self.owner, body=models.ConfirmTwoFactorRequest("000000")
            ),
            (models.ValidationFailureEnvelope, 422, "validation_failed"),
        )

    def test_activity(self) -> None:
        self.check(
            "Activity",
            lambda: activity_logs_index_export.sync(client=self.owner),
            str,
            lambda: activity_logs_show.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_events(self) -> None:
        self.check(
            "Events",
            lambda: events_index.sync(client=self.owner),
            models.EventsEnvelope,
            lambda: events_show.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_authentication(self) -> None:
        self.check(
            "Authentication",
            lambda: auth_me.sync(client=self.owner),
            models.MeEnvelope,
            lambda: auth_two_factor_challenge.sync(
                client=guest,
                body=models.TwoFactorChallengeRequest(str(UNKNOWN), "000000"),
            ),
            (models.ChallengeFailedFailureEnvelope, 401, "challenge_failed"),
        )

    def test_clients(self) -> None:
        self.check(
            "Clients",
            lambda: api_clients_store.sync(
                client=self.owner,
                body=models.StoreApiClientRequest(
                    "Calendar",
                    "confidential",
                    ["authorization_code"],
                    redirect_uris=["https://client.example.test/callback"],
                ),
            ),
            models.ApiClientWithSecretEnvelope,
            lambda: api_clients_update_secret.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_definitions(self) -> None:
        self.check(
            "Definitions",
            lambda: definitions_index.sync(client=self.owner),
            models.DefinitionsEnvelope,
            lambda: definitions_index.sync(
                client=AuthenticatedClient(token="adk_pat_unknown", **HTTP)
            ),
            (models.UnauthenticatedFailureEnvelope, 401, "unauthenticated"),
        )

    def test_account_organisations(self) -> None:
        def create_and_list() -> object:
            body = models.StoreOrganisationRequest("Acme", "python-own")
            organisations_store.sync(client=self.owner, body=body)
            return auth_me_organisations_index.sync(client=self.owner)

        self.check(
            "Account organisations",
            create_and_list,
            models.OwnOrganisationsEnvelope,
            lambda: auth_me_organisations_destroy.sync("python-own", client=self.owner),
            (models.LastOwnerFailureEnvelope, 409, "last_owner"),
        )

    def test_organisations(self) -> None:
        def create_and_delete() -> object:
            body = models.StoreOrganisationRequest("Acme", "python")
            organisations_store.sync(client=self.owner, body=body)
            return organisations_destroy.sync("python", client=self.owner)

        self.check(
            "Organisations",
            create_and_delete,
            models.EmptyEnvelope,
            lambda: organisations_show.sync("python", client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_organisation_applications(self) -> None:
        def create_and_list() -> object:
            body = models.StoreOrganisationRequest("Acme", "python-applications")
            organisations_store.sync(client=self.owner, body=body)
            return organisations_show_applications.sync("python-applications", client=self.owner)

        self.check(
            "Organisation applications",
            create_and_list,
            models.OrganisationApplicationsEnvelope,
            lambda: organisations_show_applications.sync("nowhere", client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_organisation_domains(self) -> None:
        def create_and_list() -> object:
            body = models.StoreOrganisationRequest("Acme", "python-domains")
            organisations_store.sync(client=self.owner, body=body)
            return organisations_show_domains.sync("python-domains", client=self.owner)

        self.check(
            "Organisation domains",
            create_and_list,
            models.OrganisationDomainsEnvelope,
            lambda: organisations_show_domains.sync("nowhere", client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_roles(self) -> None:
        def create_and_delete() -> object:
            body = models.StoreRoleRequest("python_support", "Python support", 501)
            created = roles_store.sync(client=self.owner, body=body)
            assert isinstance(created, models.SavedRoleEnvelope), created
            return roles_destroy.sync(created.data.id, client=self.owner)

        self.check(
            "Roles",
            create_and_delete,
            models.EmptyEnvelope,
            lambda: roles_store.sync(
                client=self.owner, body=models.StoreRoleRequest("user", "User", 900)
            ),
            (
                models.RolesStoreValidationFailedFailureEnvelope,
                422,
                "validation_failed",
            ),
        )

    def test_settings(self) -> None:
        self.check(
            "Settings",
            lambda: settings_index.sync(client=self.owner),
            models.SettingsEnvelope,
            lambda: settings_update.sync(
                client=self.owner,
                body=models.UpdateSettingsRequest(general_timezone="Mars/Olympus"),
            ),
            (models.ValidationFailureEnvelope, 422, "validation_failed"),
        )

    def test_user_access(self) -> None:
        me = auth_me.sync(client=self.owner)
        assert isinstance(me, models.MeEnvelope)
        self.check(
            "User access",
            lambda: users_show_sessions.sync(me.data.id, client=self.owner),
            models.UserSessionsEnvelope,
            lambda: users_show_tokens.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_user_imports(self) -> None:
        def upload_and_discard() -> object:
            rows = BytesIO(b'{"email":"dorothy@example.test"}\n')
            uploaded = users_store_imports.sync(
                client=self.owner,
                body=models.ImportUpload(File(rows, "users.jsonl")),
                source="authdock",
            )
            assert isinstance(uploaded, models.ImportEnvelope), uploaded
            run = uploaded.data.id
            users_update_import_discard.sync(run, client=self.owner)
            return users_index_imports.sync(client=self.owner)

        self.check(
            "User imports",
            upload_and_discard,
            models.ImportsEnvelope,
            lambda: users_show_import.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_users(self) -> None:
        me = auth_me.sync(client=self.owner)
        assert isinstance(me, models.MeEnvelope)

        def invite_and_restore() -> object:
            body = models.StoreUserRequest("Mary", "Jackson", "mary@example.test")
            created = users_store.sync(client=self.owner, body=body)
            assert isinstance(created, models.ShownUserEnvelope), created
            user = created.data.id
            pictured = users_update_avatar.sync(
                user, client=self.owner, body=picture(PNG)
            )
            self.assertIsInstance(pictured, models.UserEnvelope)
            export = users_index_export.sync(
                client=self.owner, filtersearch="mary@example.test"
            )
            self.assertIn(str(user), str(export))
            users_destroy.sync(user, client=self.owner)
            return users_restore.sync(user, client=self.owner)

        self.check(
            "Users",
            invite_and_restore,
            models.UserEnvelope,
            lambda: users_destroy.sync(me.data.id, client=self.owner),
            (models.UsersDestroyForbiddenFailureEnvelope, 403, "self_delete"),
        )

    def test_webhooks(self) -> None:
        self.check(
            "Webhooks",
            lambda: webhooks_index.sync(client=self.owner),
            models.WebhooksEnvelope,
            lambda: webhooks_show.sync(UNKNOWN, client=self.owner),
            (models.NotFoundFailureEnvelope, 404, "not_found"),
        )

    def test_zz_every_tag_has_a_journey(self) -> None:
        self.assertEqual(self.journeys, TAGS)
