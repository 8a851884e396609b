import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { loggablePath } from "../../../src/http/tracing.js";
import { PATHS as OAUTH_PATHS } from "../../../src/oauth/paths.js";
import { PATHS } from "../../../src/web/server/paths.js";
import { holdsSecret } from "../../../src/web/server/secret-addresses.js";
import { useWorld } from "../../support/app/world.js";

/** Parameters of paths that give no access: ids, names, versions. A new one is added here, or is a secret. */
const PUBLIC_PARAMETERS = [
  ...["provider", "id", "version", "file", "client", "user", "role", "entry", "import"],
  ...[
    "passkey",
    "identity",
    "scheme",
    "webhook",
    "delivery",
    "organisation",
    "invitation",
    "domain",
    "application",
  ],
];
/** Names in the query of a page that give no access. A new one is added here, or is a secret. */
const PUBLIC_NAMES = [
  ...["next", "sort", "page", "per_page", "from", "older", "newer", "deleted", "try", "format", "as"],
  ...["expires", "v", "q", "recent", "for"],
];

const sources = readdirSync("src/web", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join("src/web", name), "utf8"));
const namesRead = new Set(
  sources.flatMap((text) => [...text.matchAll(/\.query(?:\("|\[")([\w-]+)"/g)].map(([, name]) => name!)),
);
const withSecrets = (path: string): string => path.replaceAll(/:\w+/g, "A-Secret");

describe("An address with a secret", () => {
  for (const [name, path] of Object.entries(PATHS)) {
    const secrets = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!);
    const isPublic = secrets.every((parameter) => PUBLIC_PARAMETERS.includes(parameter));
    if (isPublic) continue;
    it(`is known by its path: ${name}`, () => {
      expect(holdsSecret(withSecrets(path))).to.equal(true);
      expect(holdsSecret(withSecrets(path).toUpperCase())).to.equal(true);
    });
  }

  it("is known by the name in its query, on every page that reads one", () => {
    expect(namesRead).to.include.members(["state", "signature", "key", "user_code"]);
    for (const name of namesRead)
      if (!PUBLIC_NAMES.includes(name)) expect(holdsSecret(`/any/page?a=1&${name}=s`), name).to.equal(true);
    expect(holdsSecret("/auth/providers/okta/callback?code=c")).to.equal(true);
  });

  it("is every one of OAuth2", () => {
    for (const path of Object.values(OAUTH_PATHS))
      if (path.startsWith("/oauth/")) expect(holdsSecret(path), path).to.equal(true);
  });

  it("isn't an ordinary page", () => {
    for (const path of ["/login", "/dashboard?page=2", "/admin/users/0197?sort=name", "/profile"])
      expect(holdsSecret(path), path).to.equal(false);
  });

  describe("in the log", () => {
    const world = useWorld();

    it("is cut when it is mistyped: no query, and no long part", async () => {
      const secret = "Zm9vYmFy".repeat(6);
      for (const path of Object.values(PATHS)) {
        const address = `${path.replaceAll(/:\w+/g, secret)}/x`;
        expect(loggablePath(`${address}?code=${secret}&state=${secret}`), path).not.to.include(secret);
      }
      await world.visitor().get(`/auth/providers/okta/callbak?code=${secret}&state=${secret}`);
      await world.visitor().get(`/auth/providers/okta/callback?code=${secret}&state=${secret}`);
      expect(JSON.stringify(world.logs)).to.include("callbak").and.not.include(secret);
    });
  });
});
