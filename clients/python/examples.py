"""The examples of docs/clients.md. journey.py runs them."""

import uuid
from collections.abc import Callable, Iterator

import httpx
from authdock_client import AuthenticatedClient, Client
from authdock_client.api.authentication import auth_login, auth_two_factor_challenge
from authdock_client.api.users import users_index, users_store
from authdock_client.models import (
    LoginEnvelope,
    LoginRequest,
    ShownUserEnvelope,
    SignedInEnvelope,
    StoreUserRequest,
    TwoFactorChallengeRequest,
    TwoFactorRequired,
    User,
    UsersEnvelope,
    VerificationRequired,
)
from authdock_client.types import UNSET, Unset


# region sign-in
def sign_in(
    client: Client, email: str, password: str, ask_for_code: Callable[[], str]
) -> str:
    """Signs in and returns the token of the account."""
    login = auth_login.sync(client=client, body=LoginRequest(email, password))
    if not isinstance(login, LoginEnvelope):
        raise PermissionError(login)
    if isinstance(login.data, VerificationRequired):
        raise PermissionError("Follow the link in the mail, then sign in again.")
    if not isinstance(login.data, TwoFactorRequired):
        return login.data.token
    answer = TwoFactorChallengeRequest(str(login.data.challenge), ask_for_code())
    signed_in = auth_two_factor_challenge.sync(client=client, body=answer)
    if not isinstance(signed_in, SignedInEnvelope):
        raise PermissionError(signed_in)  # the challenge is used up: sign in again
    return signed_in.data.token


# endregion


# region list
def users_matching(
    client: AuthenticatedClient, search: str, per_page: int = 100
) -> Iterator[User]:
    cursor: str | Unset | None = UNSET
    while cursor is not None:
        answer = users_index.sync(
            client=client,
            filtersearch=search,
            filterstatus="active",
            sort="email",
            per_page=per_page,
            cursor=cursor,
        )
        if not isinstance(answer, UsersEnvelope):
            raise RuntimeError(answer)  # the error code is answer.data.code
        yield from answer.data.items
        cursor = answer.meta.pagination.next_cursor  # None on the last page


# endregion


# region idempotency-key
def add_user_once(
    client: AuthenticatedClient, body: StoreUserRequest, attempts: int = 3
) -> User:
    """Creates a user once, even if an answer is lost."""
    key = str(uuid.uuid4())
    while True:
        attempts -= 1
        try:
            answer = users_store.sync(client=client, body=body, idempotency_key=key)
        except httpx.TransportError:
            if attempts == 0:
                raise
            continue
        if not isinstance(answer, ShownUserEnvelope):
            raise RuntimeError(answer)  # the error code is answer.data.code
        return answer.data


# endregion
