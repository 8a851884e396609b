"""An agent with the SDK in Python, which knows only the address of /mcp and of the document that describes it."""

import asyncio
import json
import sys
from urllib.parse import parse_qs, urlsplit

from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

address, document, redirect_uri, user = sys.argv[1:]
is_disconnected = False


def tell(word: str, value: object) -> None:
    print(word, value if isinstance(value, str) else json.dumps(value), flush=True)


class Storage:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Ended(Exception):
    """The person has disconnected the agent, so that it would have to ask again."""


async def redirect(url: str) -> None:
    if is_disconnected:
        raise Ended
    tell("AUTHORIZE", url)


async def come_back() -> AuthorizationCodeResult:
    query = parse_qs(urlsplit(sys.stdin.readline().strip()).query)
    return AuthorizationCodeResult(
        code=query["code"][0], state=query["state"][0], iss=query["iss"][0]
    )


async def main() -> None:
    global is_disconnected
    storage = Storage()
    auth = OAuthClientProvider(
        address,
        OAuthClientMetadata(
            client_name="Helper",
            redirect_uris=[redirect_uri],
            token_endpoint_auth_method="none",
        ),
        storage,
        redirect,
        come_back,
        client_metadata_url=document,
    )
    async with (
        create_mcp_http_client(auth=auth) as http,
        Client(streamable_http_client(address, http_client=http)) as client,
    ):

        async def call(name: str, arguments: dict) -> dict:
            return (await client.call_tool(name, arguments)).structured_content

        tell("TOOLS", [tool.name for tool in (await client.list_tools()).tools])
        tell("ME", (await call("auth.me", {}))["data"]["id"])
        found = await call("users.index", {"filter": {"search": "hopper"}, "per_page": 5})
        tell("FOUND", [item["first_name"] for item in found["data"]["items"]])
        stale = {"user": user, "if_match": '"0"', "body": {"first_name": "Augusta"}}
        tell("STALE", (await call("users.update", stale))["code"])
        tell("REFUSED", (await call("users.destroy", {"user": user}))["code"])
        tell("EXPIRED", "")
        sys.stdin.readline()
        auth.context.token_expiry_time = 1
        tell("REFRESHED", (await call("auth.me", {}))["data"]["id"])
        tell("DISCONNECT", "")
        sys.stdin.readline()
        is_disconnected = True
        await call("auth.me", {})
        tell("ENDED", "no")



try:
    asyncio.run(main())
except Exception:
    if not is_disconnected:
        raise
    tell("ENDED", "yes")
