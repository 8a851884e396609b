import { expect } from "chai";
import { together, useFleet, useFolder } from "../support/app/processes.js";
import { p99, timesUntil } from "../support/app/response-times.js";

describe("Many clients", function () {
  this.timeout(60_000);
  const folder = useFolder();
  const fleet = useFleet(1, { BCRYPT_COST: "10" }, () => `sqlite:${folder.path}/authdock.sqlite`);

  it("H19: that flood the login get errors, while other requests stay fast", async () => {
    const { token } = await fleet.make.userWithToken();
    const flood = together(200, (n) =>
      fleet.api(0).post("/auth/login", { email: `flood${n}@example.test`, password: "some password" }),
    );
    const times = await timesUntil(flood, () => fleet.api(0).as(token).get("/auth/me"));
    for (const { status, headers } of await flood) {
      expect(status).to.be.oneOf([401, 429, 503]);
      if (status !== 401) expect(Number(headers.get("retry-after"))).to.be.at.least(1);
    }
    expect((await flood).filter(({ status }) => status === 401)).not.to.be.empty;
    expect((await flood).filter(({ status }) => status === 503)).not.to.be.empty;
    expect(p99(times)).to.be.below(300);
  });
});
