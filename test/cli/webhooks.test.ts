import { expect } from "chai";
import { CommandLine } from "../../src/cli/command-line.js";
import { forwardEvents } from "../../src/cli/webhooks.js";
import { runCli } from "../support/app/command-line.js";
import { until } from "../support/app/processes.js";
import { freePort } from "../support/database/mariadb.js";
import { useServed } from "../support/app/served.js";
import { isSignedWith, sendDue, useReceiver } from "../support/webhooks/receiver.js";

const SECRET = "whsec_YSBzZWNyZXQgb2YgYSBkZXNr";

describe("authdock webhook listen", () => {
  const world = useServed();
  const receiver = useReceiver();
  const ended: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(ended.splice(0).map((end) => end())));

  /** Forwards events until the test ends. @returns what the command writes */
  function listen(token: string, types: string[] = [], url = receiver.url): string[] {
    const written: string[] = [];
    const write = (line: string): void => void written.push(line);
    const terminal = {
      write,
      report: write,
      progress: null,
      input: () => "",
      secret: () => Promise.resolve(""),
    };
    const installation = {
      config: () => world.services.config,
      services: () => world.services,
      close: () => Promise.resolve(),
    };
    const from = { api: new URL("/api/v1/", world.origin), token };
    const to = { receiver: new URL(url), secret: SECRET, types };
    const stop = new AbortController();
    const forwarding = forwardEvents(
      new CommandLine(terminal, installation),
      { ...from, ...to },
      { signal: stop.signal, pollEvery: 10 },
    );
    ended.push(() => (stop.abort(), forwarding));
    return written;
  }
  const isWaiting = (written: string[]) => until("it waits", () => Promise.resolve(written.length > 0));

  it("forwards the events from now on, signed like those of a webhook", async () => {
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    const rename = async (first_name: string): Promise<void> => {
      await world.api.as(token).patch("/auth/me", { first_name }).expect(200);
      await sendDue(world.services);
    };
    await rename("Before");
    const written = listen(token, ["user.updated"]);
    await isWaiting(written);
    await world.api.as(token).post("/roles", { name: "editor", label: "Editor", rank: 900 }).expect(201);
    await rename("Zoë");
    await rename("Ada");
    await until("both arrive", () => Promise.resolve(receiver.received.length === 2));
    expect(receiver.received.map(({ event }) => event.data["first_name"])).to.deep.equal(["Zoë", "Ada"]);
    for (const received of receiver.received) expect(isSignedWith(SECRET, received)).to.equal(true);
    const [first] = receiver.received;
    expect(first!.event.subject.id).to.equal(user.id);
    await until("it says so", () => Promise.resolve(written.length === 3));
    expect(written[1]).to.equal(`user.updated ${first!.event.id}: 204`);
  });

  it("says when the receiver doesn't answer, and goes on", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const written = listen(token, [], `http://127.0.0.1:${await freePort()}/`);
    await isWaiting(written);
    await world.api.as(token).patch("/auth/me", { first_name: "Zoë" }).expect(200);
    await sendDue(world.services);
    await until("it says so", () => Promise.resolve(written.length > 1));
    expect(written[1]).to.match(/^user\.updated .*: no answer, /);
  });

  it("ends with a wrong token, without the right to read events, and with a wrong address", async () => {
    const { token } = await world.make.userWithToken();
    const run = (forward: string, input: string) =>
      runCli(world.services, ["webhook", "listen", "--forward", forward, "--from", world.origin], { input });
    for (const [input, status] of [
      ["wrong", 401],
      [token, 403],
    ] as const) {
      const { code, errors } = await run(receiver.url, input);
      expect(code).to.equal(1);
      expect(errors).to.contain(`The service answered ${status}: `);
    }
    expect((await run("receiver", "x")).code).to.equal(2);
    expect(receiver.received).to.deep.equal([]);
  });
});
