import { expect } from "chai";
import { PASSWORD } from "../../support/app/factories.js";
import type { Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

/** Breaks out of text, of a quoted attribute, of a script, of a URL, and of a template. */
const CORPUS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  "</title></textarea></script><b>",
  "javascript:alert(1)",
  "<%- 7*7 %>",
  "&lt;script&gt;",
];
const PAGES = [
  "/dashboard",
  "/profile",
  "/browser-sessions",
  "/user/tokens",
  "/user/applications",
  "/user/delete",
  "/admin/api-tokens",
];

/** The markup on the page that comes from the text. */
function injected(html: string, text: string): string[] {
  const found: string[] = [];
  if (/[<>"]/.test(text) && html.includes(text)) found.push(`as it is: ${text}`);
  for (const tag of ["<script>alert", "<img src=x", "<svg/onload", "<b>"])
    if (html.includes(tag)) found.push(tag);
  if (/(?:href|src|action)=["']?javascript:/i.test(html)) found.push("a javascript: address");
  return found;
}

describe("H39: User input is shown as text:", () => {
  const world = useWorld();

  for (const text of CORPUS) {
    it(`${text} as name, browser, token and client on every page`, async () => {
      const { knex } = world.services;
      const user = await world.make.user({ first_name: text, last_name: text });
      await world.make.token(user, { name: text });
      await knex("users")
        .where({ id: user.id })
        .update({ pending_email: `${text}@example.test` });
      const visitor = world.visitor();
      visitor.userAgent = text;
      await visitor.signIn(user);
      for (const path of PAGES) {
        const answer = await visitor.get(path);
        expect(answer.status, path).to.equal(200);
        expect(injected(answer.text, text), path).to.deep.equal([]);
      }
    });

    it(`${text} in a rejected form and in the URL`, async () => {
      const guest = world.visitor();
      await guest.get("/login");
      const forms: [string, Record<string, string>][] = [
        ["/login", { email: text, password: "x", next: text }],
        ["/register", { first_name: text, last_name: text, email: text, password: text }],
        ["/forgot-password", { email: text }],
      ];
      for (const [path, fields] of forms)
        expect(injected((await guest.submit(path, fields)).text, text), path).to.deep.equal([]);
      const query = encodeURIComponent(text);
      for (const path of [
        `/login?next=${query}`,
        `/${query}`,
        `/reset-password/${query}`,
        `/login?${query}=1`,
      ])
        expect(injected((await guest.get(path)).text, text), path).to.deep.equal([]);
      const visitor: Visitor = world.visitor();
      await visitor.signIn(await world.make.user());
      const rejected = await visitor.put("/user/profile-information", {
        first_name: `${text}\u0000`,
        last_name: text,
        email: text,
        current_password: PASSWORD,
        timezone: text,
        locale: text,
      });
      expect(rejected.status).to.equal(422);
      expect(injected(rejected.text, text)).to.deep.equal([]);
    });
  }
});
