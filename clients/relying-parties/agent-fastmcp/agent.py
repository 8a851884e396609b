"""An agent with FastMCP, which knows only the address of /mcp and of the document that describes it."""

import asyncio
import json
import sys
import threading
import time
import urllib.request
import webbrowser
from urllib.parse import urlsplit

from fastmcp import Client
from fastmcp.client.auth import OAuth

address, document, redirect_uri, user = sys.argv[1:]
is_disconnected = False


def tell(word: str, value: object) -> None:
    print(word, value if isinstance(value, str) else json.dumps(value), flush=True)


def come_back(url: str) -> None:
    for _ in range(100):  # FastMCP listens a moment later
        try:
            urllib.request.urlopen(url).read()
            return
        except OSError:
            time.sleep(0.1)


def open_browser(url: str) -> bool:
    if is_disconnected:
        raise RuntimeError("It would have to ask again.")
    tell("AUTHORIZE", url)
    back = sys.stdin.readline().strip()
    threading.Thread(target=come_back, args=[back], daemon=True).start()
    return True


webbrowser.open = open_browser


async def main() -> None:
    global is_disconnected
    callback = urlsplit(redirect_uri)
    auth = OAuth(
        client_metadata_url=document,
        callback_host=callback.hostname,
        callback_port=callback.port,
    )
    async with Client(address, auth=auth) as client:

        async def call(name: str, arguments: dict) -> dict:
            result = await client.call_tool(name, arguments, raise_on_error=False)
            return result.structured_content

        tell("TOOLS", [tool.name for tool in await client.list_tools()])
        tell("ME", (await call("auth.me", {}))["data"]["id"])
        found = await call(
            "users.index", {"filter": {"search": "hopper"}, "per_page": 5}
        )
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
