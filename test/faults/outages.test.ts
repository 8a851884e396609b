import { expect } from "chai";
import { runProduct, until, together, RemoteApi } from "../support/app/processes.js";
import { PASSWORD } from "../support/app/factories.js";
import { freePort } from "../support/database/mariadb.js";

describe("The log while the database and Redis refuse every connection", function () {
  this.timeout(60_000);

  it("has one sentence about each, with what to do, and no stack", async () => {
    const [database, redis] = [await freePort(), await freePort()];
    const product = runProduct("main", {
      PORT: "0",
      DATABASE_URL: `mysql://authdock:secret-of-the-test@127.0.0.1:${database}/authdock`,
      REDIS_URL: `redis://127.0.0.1:${redis}`,
    });
    const serving = () => product.logs.find(({ msg }) => msg === "serving");
    await until("it listens", () => serving() !== undefined, 50_000);
    const api = new RemoteApi(`http://127.0.0.1:${Number(serving()!["port"])}`);
    const answers = await together(12, (n) =>
      n % 2 === 0
        ? api.get("//ready")
        : api.post("/auth/login", { email: `a${n}@example.test`, password: PASSWORD }),
    );
    for (const { status } of answers) expect(status).to.equal(503);
    await product.stop();

    const troubles = product.logs.filter(({ level }) => level !== "info");
    expect(troubles.map(({ level, msg }) => [level, msg])).to.have.deep.members([
      [
        "warn",
        `the database isn't available: connect ECONNREFUSED 127.0.0.1:${database}. ` +
          "Check that it runs and accepts the login of DATABASE_URL, and run: authdock doctor",
      ],
      [
        "warn",
        `Redis isn't available: connect ECONNREFUSED 127.0.0.1:${redis}. ` +
          "Check that it runs and accepts the login of REDIS_URL, and run: authdock doctor",
      ],
    ]);
    expect(product.output).not.to.include("stack");
  });
});
