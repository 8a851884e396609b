import { execFile } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import * as oidc from "openid-client";
import { DEFAULT_OPTIONS } from "../../../src/models/client-options.js";
import { useFolder, type ProductProcess } from "../../support/app/processes.js";
import { useServed } from "../../support/app/served.js";
import { freePort } from "../../support/database/mariadb.js";
import { BUILT_PARTIES, serveParty } from "../../support/oauth/built-parties.js";
import { makeClient } from "../../support/oauth/oauth.js";

const CALLBACK = "http://127.0.0.1:8765/callback";
const MAIL_SERVER = "https://mail.example.test";

/** By the endpoint that it asks: its file for OAuth2, as in docs/oidc.md, and what the mail program asks for. */
const SETTINGS = {
  introspection: {
    settings: (origin: string, id: string, secret: string) =>
      `introspection_url = ${origin.replace("//", `//${id}:${secret}@`)}/oauth/introspect
introspection_mode = post
username_attribute = username
active_attribute = active
active_value = true
`,
    request: { resource: MAIL_SERVER },
  },
  userinfo: {
    settings: (origin: string) => `introspection_url = ${origin}/oauth/userinfo
introspection_mode = auth
`,
    request: {},
  },
};

/** Debian's account without rights. */
const NOBODY = 65_534;

/** A mail server whose users sign in with access tokens. */
if ("dovecot" in BUILT_PARTIES)
  describe("Dovecot, which asks the service about access tokens", function () {
    this.timeout(60_000);
    const served = useServed();
    const folder = useFolder();
    let dovecot: ProductProcess;
    let port: number;
    afterEach(() => dovecot.stop());

    const log = (): string => readFileSync(join(folder.path, "dovecot.log"), "utf8");

    async function start(settings: (origin: string, id: string, secret: string) => string): Promise<void> {
      const { client, secret } = await makeClient(served, {
        ...{ name: "Mail server", may_introspect: true },
        options: { ...DEFAULT_OPTIONS, introspection_resources: [MAIL_SERVER] },
      });
      writeFileSync(join(folder.path, "oauth2.conf"), settings(served.origin, client.id, secret));
      const mail = join(folder.path, "mail");
      mkdirSync(mail, { recursive: true });
      const { uid, gid, username } = userInfo();
      const isRoot = uid === 0;
      if (isRoot) chownSync(mail, NOBODY, NOBODY);
      chmodSync(folder.path, 0o755);
      const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : { uid, gid };
      port = await freePort();
      const main = join(folder.path, "dovecot.conf");
      writeFileSync(main, configuration(folder.path, port, owner) + (isRoot ? "" : asAccount(username)));
      dovecot = await serveParty("dovecot", port, ["-F", "-c", main]);
    }

    /** Lists the mailboxes of an account. @returns the list, or the error of curl */
    const mailboxes = (user: string, token: string, mechanism = "OAUTHBEARER"): Promise<string> =>
      promisify(execFile)("curl", [
        ...["--silent", "--show-error", "--user", user, "--oauth2-bearer", token],
        ...["--login-options", `AUTH=${mechanism}`, `imap://127.0.0.1:${port}/`],
      ]).then(
        ({ stdout }) => stdout,
        ({ stderr }: { stderr: string }) => stderr,
      );

    /** A mail program that signs its user in. */
    async function mailProgram() {
      const { client, secret } = await makeClient(served, {
        ...{ name: "Mail program", redirect_uris: [CALLBACK] },
        options: { ...DEFAULT_OPTIONS, resources: [MAIL_SERVER] },
      });
      const config = await oidc.discovery(new URL(served.origin), client.id, secret, undefined, {
        execute: [oidc.allowInsecureRequests],
      });
      const { user, browser } = await served.consentBrowser();
      const getToken = async (more: Record<string, string>): Promise<string> => {
        const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
        const address = oidc.buildAuthorizationUrl(config, {
          ...{ redirect_uri: CALLBACK, scope: "openid email", code_challenge_method: "S256" },
          ...{ code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier), ...more },
        });
        const back = await browser.allow(address);
        const checks = { pkceCodeVerifier, idTokenExpected: true };
        return (await oidc.authorizationCodeGrant(config, back, checks)).access_token;
      };
      return { email: user.email, getToken, revoke: (token: string) => oidc.tokenRevocation(config, token) };
    }

    const MECHANISMS = ["OAUTHBEARER", "XOAUTH2"];
    for (const [endpoint, { settings, request }] of Object.entries(SETTINGS))
      it(`opens the mailbox of the token's user only, by the ${endpoint} endpoint`, async () => {
        await start(settings);
        const { email, getToken, revoke } = await mailProgram();
        const token = await getToken(request);
        for (const mechanism of MECHANISMS)
          expect(await mailboxes(email, token, mechanism), log()).to.include("INBOX");

        const another = await served.make.user();
        for (const mechanism of MECHANISMS)
          expect(await mailboxes(another.email, token, mechanism)).to.include("Login denied");
        await revoke(token);
        expect(await mailboxes(email, token)).to.include("Login denied");
      });

    it("rejects a token that isn't for the mail server", async () => {
      await start(SETTINGS.introspection.settings);
      const { email, getToken } = await mailProgram();
      expect(await mailboxes(email, await getToken({}))).to.include("Login denied");
    });
  });

const configuration = (folder: string, port: number, { uid, gid }: { uid: number; gid: number }): string =>
  `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
listen = 127.0.0.1
protocols = imap
ssl = no
auth_mechanisms = oauthbearer xoauth2
auth_failure_delay = 0
mail_location = maildir:~/Maildir
passdb {
  driver = oauth2
  mechanisms = oauthbearer xoauth2
  args = ${folder}/oauth2.conf
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  # without pauses after rejected sign-ins
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
`;

/** Dovecot is otherwise started as root and takes the rights of other accounts. */
const asAccount = (username: string): string => `default_internal_user = ${username}
default_login_user = ${username}
default_internal_group =
service anvil {
  chroot =
}
service imap-login {
  chroot =
}
`;
