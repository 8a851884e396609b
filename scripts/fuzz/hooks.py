"""Adapts the generated requests, so that they reach the handlers although rate limits, the revocation of tokens and
unique addresses are on."""

import atexit
import itertools
import json
import os
import urllib.request
from urllib.parse import urlsplit

import schemathesis

RUN, EMAIL, USER_ID, ACCEPTED = (os.environ.get(f"FUZZ_{name}", "") for name in ("RUN", "EMAIL", "USER_ID", "ACCEPTED"))
EXAMPLE = "ada@example.test"  # the address in the examples of the contract
USERS = "/users"
ORGANISATIONS = "/organisations"
OWN_ORGANISATIONS = "/auth/me/organisations"
RESTORE = "POST /users/{user}/restore"
calls = itertools.count(1)  # a case takes two numbers, or more
known = {}  # path of a collection → ids of its rows that this run saw or created, as keys in their order
created = set()  # accounts that this run created
deleted = []  # accounts that this run deleted and didn't restore
accepted = set()  # operations that answered 2xx
identity = {"token": os.environ.get("FUZZ_TOKEN", ""), "password": os.environ.get("FUZZ_PASSWORD", "")}


@schemathesis.hook
def before_call(context, case, kwargs):
    # setting the header through "auth" doesn't change the generated headers
    kwargs["auth"] = from_another_address
    number = next(calls)
    body = case.body if isinstance(case.body, dict) else {}
    if EMAIL and body.get("email") == EMAIL:
        body["email"] = EXAMPLE  # failed logins would block the logins of the identity
    if case.meta and case.meta.generation.mode.is_positive:
        follow_rules_outside_the_schema(case, body, number)
        use_known_rows(case, number)
    if (case.path_parameters or {}).get("user") == USER_ID:
        protect_identity(case, body, number)


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 401 and b'"token_revoked"' in response.content and identity["token"]:
        identity["token"] = sign_in(case.operation)
    if not 200 <= response.status_code < 300 or response.request.method != case.operation.method.upper():
        return
    accepted.add(case.operation.definition.raw["operationId"])
    path = urlsplit(response.request.url).path.removeprefix(urlsplit(case.operation.base_url).path)
    if case.operation.label == "PUT /auth/me/password":
        identity["password"] = case.body["password"]
    elif case.operation.method == "delete" or case.operation.label == RESTORE:
        moved(case, path)
    elif "application/json" in response.headers.get("content-type", [""])[0]:
        learn(path, response.status_code, response.json()["data"])


@atexit.register
def report():
    if ACCEPTED:
        with open(ACCEPTED, "w") as file:
            json.dump(sorted(accepted), file)


def learn(path, status, data):
    """Remembers the rows of a list and a created row. They replace generated ids, which seldom exist."""
    rows = data.get("items", [data.get("user", data)] if status == 201 else [])
    path = {OWN_ORGANISATIONS: ORGANISATIONS}.get(path, USERS if "user" in data else path)
    for row in rows:
        if status == 201 and path == USERS:
            created.add(row.get("id"))
        if "id" in row and row["id"] != USER_ID:
            known.setdefault(path, {})[row["id"]] = True


def moved(case, path):
    """Forgets a deleted row, and remembers whether an account is deleted."""
    collection, _, row = path.rpartition("/")
    if known.get(collection, {}).pop(row, False) and collection == USERS:
        deleted.append(row)
    user = (case.path_parameters or {}).get("user")
    if case.operation.label == RESTORE and user in deleted:
        deleted.remove(user)
        known.setdefault(USERS, {})[user] = True


def use_known_rows(case, number):
    """Replaces three of four generated ids in the path by ids of rows that exist. A link of Schemathesis can put a
    token where its id belongs."""
    if case.operation.label == RESTORE and deleted:
        case.path_parameters["user"] = deleted[-1]
        return
    segments = case.operation.path.strip("/").split("/")
    path = ""
    for index, segment in enumerate(segments):
        name = segment.strip("{}")
        if name == segment:
            path += f"/{segment}"
            continue
        path = {OWN_ORGANISATIONS: ORGANISATIONS}.get(path, path)
        ids = list(known.get(path, {})) or [USER_ID]
        if index + 2 < len(segments):  # rather an account that has tokens than any other
            ids = [id for id in ids if known.get(f"{path}/{id}/{segments[index + 1]}")] or ids
        if number % 8 > 1 and path in known or str(case.path_parameters[name]).startswith("adk_"):
            case.path_parameters[name] = ids[number // 2 % len(ids)]
        path += f"/{case.path_parameters[name]}"


def from_another_address(request):
    """Gives every call its own client address, because the service trusts the header of one proxy."""
    number = next(calls)
    request.headers["X-Forwarded-For"] = f"1{RUN}.{number >> 8 & 255}.{number & 255}.1"
    return request


def follow_rules_outside_the_schema(case, body, number):
    """Sets a matching password confirmation, an unused address and name, the password of the identity, and sometimes
    its credentials."""
    if case.operation.label == "POST /auth/login" and EMAIL and number % 8 < 2:
        body.update(email=EMAIL, password=identity["password"])
    for field in ("password",) if case.operation.label == "POST /auth/confirm-password" else ("current_password",):
        if field in body:
            body[field] = identity["password"]
    if "password_confirmation" in body and "password" in body:
        body["password_confirmation"] = body["password"]
        if body.get("email") == EXAMPLE:
            body["email"] = f"ada{RUN}-{number}@example.test"
    if case.operation.label == "POST /roles" and "name" in body and number % 8 > 1:
        body["name"] = f"role_{number}"
    if case.operation.label == "POST /organisations" and "slug" in body and number % 8 > 1:
        body["slug"] = f"organisation-{RUN}-{number}"
    people = list(known.get(USERS, {}))
    if case.operation.label == "POST /organisations/{organisation}/members" and people and number % 8 > 1:
        body["user_id"] = people[number // 2 % len(people)]
    if case.operation.label == "POST /user-imports" and isinstance(case.body, dict):
        case.query.update(source="authdock", format="csv", without_passwords="true")
        case.body["file"] = b"email\nada@example.test\n"
    if case.query:
        case.query.pop("cursor", None)  # signed by the service
    if (case.headers or {}).get("Idempotency-Key"):
        case.headers["Idempotency-Key"] = f"key-{number}"  # the same key with another body is rejected


def protect_identity(case, body, number):
    """Redirects most calls for the identity's own account to accounts of this run. No call revokes its token."""
    own = [id for id in known.get(USERS, {}) if id in created]
    if own and number % 8 > 1:
        case.path_parameters["user"] = own[number // 2 % len(own)]
    else:
        body.pop("email", None)
        body.pop("password", None)


class Identity:
    def get(self, case, context):
        # a logout revokes its token
        return sign_in(context.operation) if case.operation.label == "POST /auth/logout" else identity["token"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def sign_in(operation):
    """A new token of the identity."""
    body = json.dumps({"email": EMAIL, "password": identity["password"]}).encode()
    headers = {"Content-Type": "application/json"}
    request = from_another_address(urllib.request.Request(f"{operation.base_url}/auth/login", body, headers))
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]["token"]


if identity["token"]:
    schemathesis.auth(refresh_interval=None)(Identity)
