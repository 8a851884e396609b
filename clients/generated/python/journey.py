"""Signs in and manages a user with the client of openapi-generator's python generator."""

import importlib
import os
import pkgutil
import uuid

import openapi_client
from openapi_client import (
    AuthenticationApi,
    DefinitionsApi,
    EmptyEnvelope,
    LoginRequest,
    StoreUserRequest,
    UpdateUserRequest,
    UsersApi,
    UserWithToken,
)
from openapi_client.exceptions import ApiException


def failure_of(call):
    try:
        call()
    except ApiException as failure:
        return failure
    raise AssertionError("The call must fail.")


modules = list(pkgutil.walk_packages(openapi_client.__path__, "openapi_client."))
for module in modules:
    importlib.import_module(module.name)
assert len(modules) > 200, len(modules)

configuration = openapi_client.Configuration(host=os.environ["AUTHDOCK_URL"])
client = openapi_client.ApiClient(configuration)
authentication, users = AuthenticationApi(client), UsersApi(client)
login = authentication.auth_login(
    LoginRequest(
        email=os.environ["AUTHDOCK_OWNER_EMAIL"],
        password=os.environ["AUTHDOCK_PASSWORD"],
    )
).data.actual_instance
assert isinstance(login, UserWithToken), login
configuration.access_token = login.token

definitions = DefinitionsApi(client).definitions_index(keys=["userStatus", "yesNo"])
assert set(definitions.data) == {"userStatus", "yesNo"}, definitions

emails, cursor = [], None
while True:
    page = users.users_index(
        filter_search="python@example", sort="email", per_page=2, cursor=cursor
    )
    emails += [user.email for user in page.data.items]
    cursor = page.meta.pagination.next_cursor
    if cursor is None:
        break
assert len(emails) == 3 and emails[2] == os.environ["AUTHDOCK_USER_EMAIL"], emails


def grace(email):
    return StoreUserRequest(first_name="Grace", last_name="Hopper", email=email)


refused = failure_of(lambda: users.users_store(grace("not an address")))
assert refused.status == 422, refused
assert len(refused.data.data.errors["email"]) == 1, refused.data

key, body = str(uuid.uuid4()), grace("grace.python@test.example")
created = users.users_store_with_http_info(body, idempotency_key=key)
user = created.data.data
assert user.avatar_url is None, user
assert users.users_store(body, idempotency_key=key).data.id == user.id

later = {"status": 200, "data": {}, "meta": {}, "trace_id": key, "later": 1}
accepted = EmptyEnvelope.from_dict({"success": True, "message": "", **later})
assert accepted and accepted.status == 200, accepted


def rename(name):
    return users.users_patch(
        user.id, created.headers["ETag"], UpdateUserRequest(first_name=name)
    )


assert rename("Faster").data.full_name == "Faster Hopper"
stale = failure_of(lambda: rename("Slower"))
assert (stale.status, stale.data.data.code) == (412, "stale"), stale

authentication.auth_logout()
revoked = failure_of(authentication.auth_me)
assert (revoked.status, revoked.data.data.code) == (401, "token_revoked"), revoked
