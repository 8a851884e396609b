import { expect } from "chai";
import type { Response } from "supertest";
import sharp from "sharp";
import { HOUR, MINUTE } from "../../../src/lib/clock.js";
import { freshIp, neighbourOf } from "../../support/app/client.js";
import { textOf, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("The rate limits of forms and downloads", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  /** Sends that many requests one after the other. @returns their statuses */
  async function inTurn(times: number, send: (index: number) => Promise<Response>): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < times; index++) statuses.push((await send(index)).status);
    return statuses;
  }
  const rejectedFrom = (statuses: number[]): number => statuses.indexOf(429);

  describe("by address are six a minute, and four times as much for a network,", () => {
    const forms: Record<string, () => [string, Record<string, string>]> = {
      "/register": () => ["/register", { email: "nobody@example.test" }],
      "/forgot-password": () => ["/forgot-password", { email: "nobody@example.test" }],
      "/email/verification-notification": () => [
        "/email/verification-notification",
        { email: "nobody@example.test" },
      ],
      "/reset-password": () => ["/reset-password", { token: "x", password: "y", password_confirmation: "y" }],
      "/email/verify": () => ["/email/verify/x/y?expires=1&signature=z", {}],
    };
    for (const [name, form] of Object.entries(forms))
      it(`of ${name}`, async () => {
        const [path, fields] = form();
        const visitor = world.visitor();
        await visitor.get("/login");
        const home = visitor.ip;
        const send = () => visitor.submit(path, fields);
        expect(rejectedFrom(await inTurn(7, send))).to.equal(6);
        for (const host of [2, 3, 4]) {
          visitor.ip = neighbourOf(home, host);
          expect(rejectedFrom(await inTurn(6, send))).to.equal(-1);
        }
        visitor.ip = neighbourOf(home, 5);
        const rejected = await send();
        expect(rejected.status).to.equal(429);
        expect(rejected.headers["ratelimit"]).to.match(/-network"; r=0; t=\d+$/);
        visitor.ip = freshIp();
        expect((await send()).status).not.to.equal(429);
        world.advance(MINUTE);
        visitor.ip = home;
        expect((await send()).status).not.to.equal(429);
      });
  });

  describe("by account", () => {
    const picture = (): Promise<Buffer> =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
        .png()
        .toBuffer();
    const upload = async (visitor: Visitor, path: string): Promise<Response> => {
      visitor.ip = freshIp();
      const bytes = await picture();
      return visitor.send((agent) =>
        agent.post(path).field("_csrf", visitor.csrfToken).attach("avatar", bytes, "a.png"),
      );
    };

    it("are ten uploads an hour, of one's own avatar and of others' together", async () => {
      const { user, visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
      await visitor.get("/profile");
      const paths = ["/user/avatar", `/admin/users/${user.id}/avatar`];
      const statuses = await inTurn(11, (index) => upload(visitor, paths[index % 2]!));
      expect(statuses).to.deep.equal([...Array<number>(10).fill(303), 429]);
      const { visitor: another } = await world.signedIn();
      await another.get("/profile");
      expect((await upload(another, "/user/avatar")).status).to.equal(303);
      world.advance(HOUR);
      expect((await upload(visitor, "/user/avatar")).status).to.equal(303);
    });

    it("are six exports a minute, of users and of the audit log together", async () => {
      const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
      const paths = ["/admin/users/export", "/admin/activity/export"];
      const statuses = await inTurn(7, (index) => visitor.get(paths[index % 2]!));
      expect(statuses).to.deep.equal([...Array<number>(6).fill(200), 429]);
      world.advance(MINUTE);
      expect((await visitor.get(paths[0]!)).status).to.equal(200);
    });

    it("are six current passwords a minute, across all forms", async () => {
      const { visitor } = await world.signedIn();
      await visitor.get("/profile");
      const wrong = { current_password: "wrong-password", password: "wrong-password" };
      const forms: (() => Promise<Response>)[] = [
        () => visitor.submit("/user/confirm-password", wrong),
        () => visitor.put("/user/password", wrong),
        () => visitor.delete("/user", wrong),
      ];
      const statuses = await inTurn(7, (index) => forms[index % 3]!());
      expect(statuses).to.deep.equal([...Array<number>(6).fill(422), 429]);
    });
  });

  describe("of a search are eight words", () => {
    const words = Array.from({ length: 9 }, (_, index) => `w${index}`);
    const query = (name: string, count: number): string =>
      new URLSearchParams({ [name]: words.slice(0, count).join(" ") }).toString();
    const lists = ["/admin/users", "/admin/roles", "/admin/api-clients", "/admin/api-tokens"];

    for (const list of lists)
      it(`on ${list}`, async () => {
        const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
        const page = await visitor.get(`${list}?${query("search", 9)}`);
        expect(page.status).to.equal(422);
        expect(textOf(page)).to.contain("Use at most 8 words.");
        expect(page.text).to.match(/aria-invalid="true" aria-describedby="search-error"/);
        expect(page.text).to.contain(`value="${words.join(" ")}"`);
        expect((await visitor.get(`${list}?${query("search", 8)}`)).status).to.equal(200);
      });

    it("for people in the audit log", async () => {
      const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
      for (const filter of ["actor", "subject"]) {
        const page = await visitor.get(`/admin/activity?${query(filter, 9)}`);
        expect(page.status).to.equal(422);
        expect(textOf(page)).to.contain("Use at most 8 words.");
      }
    });

    it("for an export, which is rejected instead of ignoring the search", async () => {
      const { visitor } = await world.signedIn(await world.make.user({ role: "system_admin" }));
      const answer = await visitor.get(`/admin/users/export?${query("search", 9)}`);
      expect(answer.status).to.equal(422);
      expect(answer.headers["content-type"]).to.contain("text/html");
    });
  });
});
