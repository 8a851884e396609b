import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { ACCOUNTS, newClient, PASSWORD, URL_OF_API } from "./service.js";

const FILE = new URL("./readme.out.ts", import.meta.url);

describe("The example of the README", () => {
  after(() => rmSync(FILE, { force: true }));

  it("finds users", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const [, example] = /^```ts\n([\s\S]*?)^```/m.exec(readme)!;
    const code = example!
      .replace("https://auth.example.com/api/v1", URL_OF_API)
      .replace("process.env.AUTHDOCK_TOKEN", "process.env.AUTHDOCK_TOKEN_OF_README")
      .replace('"ada"', JSON.stringify(ACCOUNTS.owner));
    writeFileSync(FILE, `${code}export { data, meta };\n`);
    const login = await newClient().login({ email: ACCOUNTS.owner, password: PASSWORD });
    if (login.requires_verification || login.requires_two_factor)
      throw new Error("The login returned no token.");
    process.env["AUTHDOCK_TOKEN_OF_README"] = login.token;
    const { data, meta } = (await import(FILE.href)) as {
      data: { items: { email: string }[] };
      meta: { pagination: { total: number } };
    };
    expect(data.items.map(({ email }) => email)).to.deep.equal([ACCOUNTS.owner]);
    expect(meta.pagination.total).to.equal(1);
  });
});
