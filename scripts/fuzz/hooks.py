"""Adapts the generated requests, so that they reach the handlers although rate limits, token revocation and unique
addresses are on."""

import atexit
import itertools
import json
import os
import urllib.request

import schemathesis

RUN, TOKEN, EMAIL, PASSWORD, USER_ID, ACCEPTED = (
    os.environ.get(f"FUZZ_{name}", "") for name in ("RUN", "TOKEN", "EMAIL", "PASSWORD", "USER_ID", "ACCEPTED")
)
EXAMPLE = "ada@example.test"  # the address in the examples of the contract
RESTORE = "POST /users/{user}/restore"
calls = itertools.count(1)
accounts = []  # created by this run and not deleted
deleted = []  # created and deleted by this run and not restored
accepted = set()  # operations that answered 2xx


@schemathesis.hook
def before_call(context, case, kwargs):
    # setting the header through "auth" doesn't change the generated headers
    kwargs["auth"] = from_another_address
    number = next(calls)
    body = case.body if isinstance(case.body, dict) else {}
    if EMAIL and body.get("email") == EMAIL:
        body["email"] = EXAMPLE  # failed logins would block the logins of the identity
    if case.meta and case.meta.generation.mode.is_positive:
        follow_rules_outside_the_schema(case.operation.label, body, number)
        if case.operation.label == RESTORE and deleted:
            case.path_parameters["user"] = deleted[-1]
    if (case.path_parameters or {}).get("user") == USER_ID:
        protect_identity(case, body, number)


@schemathesis.hook
def after_call(context, case, response):
    if not 200 <= response.status_code < 300 or response.request.method != case.operation.method.upper():
        return
    accepted.add(case.operation.definition.raw["operationId"])
    if response.status_code == 201:
        data = response.json()["data"]
        accounts.append(data.get("user", data)["id"])
    if case.operation.method == "delete" and case.path_parameters["user"] in accounts:
        accounts.remove(case.path_parameters["user"])
        deleted.append(case.path_parameters["user"])
    if case.operation.label == RESTORE and case.path_parameters["user"] in deleted:
        deleted.remove(case.path_parameters["user"])
        accounts.append(case.path_parameters["user"])


@atexit.register
def report():
    if ACCEPTED:
        with open(ACCEPTED, "w") as file:
            json.dump(sorted(accepted), file)


def from_another_address(request):
    """Gives every call its own client address, because the service trusts the header of one proxy."""
    number = next(calls)
    request.headers["X-Forwarded-For"] = f"1{RUN}.{number >> 8 & 255}.{number & 255}.1"
    return request


def follow_rules_outside_the_schema(label, body, number):
    """Sets a matching password confirmation, an unused address, and sometimes the credentials of the identity."""
    if label == "POST /auth/login" and EMAIL and number % 4 == 0:
        body.update(email=EMAIL, password=PASSWORD)
    if "password_confirmation" in body and "password" in body:
        body["password_confirmation"] = body["password"]
        if body.get("email") == EXAMPLE:
            body["email"] = f"ada{RUN}-{number}@example.test"


def protect_identity(case, body, number):
    """Redirects most calls for the identity's own account to accounts of this run. No call revokes its token."""
    if accounts and number % 4:
        case.path_parameters["user"] = accounts[number % len(accounts)]
    else:
        body.pop("email", None)
        body.pop("password", None)


class Identity:
    def get(self, case, context):
        return disposable_token(context.operation) if case.operation.label == "POST /auth/logout" else TOKEN

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


def disposable_token(operation):
    """A new token for a logout, which revokes it."""
    body = json.dumps({"email": EMAIL, "password": PASSWORD}).encode()
    headers = {"Content-Type": "application/json"}
    request = from_another_address(urllib.request.Request(f"{operation.base_url}/auth/login", body, headers))
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]["token"]


if TOKEN:
    schemathesis.auth(refresh_interval=None)(Identity)
