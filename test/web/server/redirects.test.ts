import { expect } from "chai";
import { localPath } from "../../../src/web/server/addresses.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

const FOREIGN = [
  "//e.example",
  "/\\e.example",
  "\\/e.example",
  "\\\\e.example",
  "https:e.example",
  "https://e.example/",
  "http:/e.example",
  "/\t/e.example",
  "/\r\n/e.example",
  "\t//e.example",
  " //e.example",
  "/ /e.example",
  "/%2f%2fe.example",
  "/%2Fe.example",
  "/%5ce.example",
  "%2f%2fe.example",
  "@e.example",
  "data:text/html,x",
  "javascript:alert(1)",
  "/./\\e.example",
  "/..//e.example",
  "/dashboard\u0000",
  "e.example",
  "",
];

describe("H40: The redirect after sign-in", () => {
  const world = useWorld();

  for (const next of FOREIGN)
    it(`is never ${JSON.stringify(next)}`, async () => {
      expect(localPath(next)).to.equal(null);
      const visitor = world.visitor();
      const user = await world.make.user();
      const login = await visitor.get(`/login?next=${encodeURIComponent(next)}`);
      expect(login.text).not.to.contain('name="next"');
      const answer = await visitor.submit("/login", { email: user.email, password: PASSWORD, next });
      expect(answer.headers["location"]).to.equal("/dashboard");
    });

  it("is a path of this service with its query", () => {
    for (const path of ["/", "/dashboard", "/profile?tab=1&b=%20", "/a/b%2Fc", "/p?next=//e"])
      expect(localPath(path)).to.equal(path);
  });

  it("isn't taken from the header Referer", async () => {
    const visitor = world.visitor();
    const user = await world.make.user();
    await visitor.get("/login");
    const answer = await visitor.submit(
      "/login",
      { email: user.email, password: PASSWORD },
      { Referer: "https://e.example/dashboard" },
    );
    expect(answer.headers["location"]).to.equal("/dashboard");
  });

  it("is validated for preferences too", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    for (const back of FOREIGN) {
      const answer = await visitor.submit("/preferences", { theme: "dark", back });
      expect(answer.headers["location"]).to.equal("/");
    }
  });
});
