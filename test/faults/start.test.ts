import { expect } from "chai";
import { TEST_KEY } from "../support/app/config.js";
import { runProduct, startServer, useFolder } from "../support/app/processes.js";

describe("A failing start", function () {
  this.timeout(120_000);
  const folder = useFolder();

  it("prints one list of everything that production forbids", async () => {
    const product = runProduct("main", {
      APP_ENV: "production",
      APP_KEY: `base64:${Buffer.alloc(32).toString("base64")}`,
      APP_URL: "http://auth.example.test",
      APP_DEBUG: "true",
      DATABASE_URL: "mysql://root:root@db.example.test/authdock",
      TRUST_PROXY: "",
      MAIL_URL: "file:var/mail",
      ADMIN_PASSWORD: "changeme",
      METRICS_TOKEN: "metrics-token-secret",
    });
    expect(await product.exited).to.deep.equal({ code: 1, signal: null });
    expect(product.output).to.equal("");
    const [title, ...problems] = product.errors.trim().split("\n");
    expect(title).to.equal("The configuration is not valid:");
    expect(problems.map((line) => line.trim().split(" ")[1])).to.have.members([
      "APP_KEY",
      "APP_URL",
      "TRUST_PROXY",
      "APP_DEBUG",
      "MAIL_URL",
      "ADMIN_PASSWORD",
      "METRICS_TOKEN",
      "BCRYPT_COST",
      "DATABASE_URL",
      "DATABASE_URL",
    ]);
  });

  it("prints one list of every invalid value and what is allowed", async () => {
    const product = runProduct("main", {
      APP_KEY: "",
      PORT: "seventy",
      TRUST_PROXY: "true",
      WEB_CONCURRENCY: "2",
      DATABASE_URL: `sqlite:${folder.path}/never.sqlite`,
    });
    expect((await product.exited).code).to.equal(1);
    expect(product.errors).to.include("PORT must be a port, 0 to 65535");
    expect(product.errors).to.include("APP_KEY must be 32 bytes");
    expect(product.errors).to.include("TRUST_PROXY must be");
    expect(product.errors).to.include("WEB_CONCURRENCY must be 1 on SQLite");
  });

  it("names a misspelt variable, although it doesn't stand in .env", async () => {
    const product = runProduct("main", { APP_KEY: "", TRUST_PROXI: "1" });
    expect((await product.exited).code).to.equal(1);
    expect(product.errors).to.include("Environment: TRUST_PROXI is not").and.include("mean TRUST_PROXY?");
  });

  it("reports that APP_KEY isn't the database's before it serves a request", async () => {
    const variables = { DATABASE_URL: `sqlite:${folder.path}/keyed.sqlite` };
    expect((await runProduct("cli", variables, "migrate").exited).code).to.equal(0);
    expect((await runProduct("cli", variables, "seed").exited).code).to.equal(0);
    const wrong = { ...variables, APP_KEY: `base64:${Buffer.alloc(32, 1).toString("base64")}` };
    const server = { program: runProduct("main", { ...wrong, PORT: "0" }), exitCode: 1 };
    const command = { program: runProduct("cli", wrong, "seed"), exitCode: 2 };
    for (const { program, exitCode } of [server, command]) {
      expect((await program.exited).code).to.equal(exitCode);
      expect(program.output).to.equal("");
      expect(program.errors).to.equal(
        "The configuration is not valid:\n  - APP_KEY is not the key that this database was set up with: " +
          "restore it, or add the former key to APP_PREVIOUS_KEYS\n",
      );
    }
    const restored = { ...wrong, APP_PREVIOUS_KEYS: TEST_KEY };
    await (await startServer(restored)).stop();
    await (await startServer(wrong)).stop(); // the check value is encrypted with the new key now
  });

  it("reports in one line that the port is in use", async () => {
    const variables = { DATABASE_URL: `sqlite:${folder.path}/authdock.sqlite` };
    expect((await runProduct("cli", variables, "migrate").exited).code).to.equal(0);
    const server = await startServer(variables);
    const second = runProduct("main", { ...variables, PORT: String(server.port) });
    expect((await second.exited).code).to.equal(1);
    expect(second.errors.trim().split("\n")).to.have.length(1);
    expect(second.errors).to.include(String(server.port));
    await server.stop();
  });
});
