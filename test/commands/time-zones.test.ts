import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { startOf } from "../support/app/built.js";
import { scratchDatabase } from "../support/database/database.js";

const ZONES = ["UTC", "America/New_York", "Asia/Kolkata"];

interface Line {
  instant: number;
  age?: number;
  status?: number;
  created_at?: string;
  listed?: number;
}

/** Runs test/fixtures/time-zones.ts in a process with that time zone. @returns its report */
async function reportIn(zone: string): Promise<Line[]> {
  const database = await scratchDatabase();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, startOf("test/fixtures/time-zones.ts"), {
      env: { ...process.env, TZ: zone, ZONE_DATABASE_URL: database.url },
    });
    return JSON.parse(stdout) as Line[];
  } finally {
    await database.drop();
  }
}

describe("A process in another time zone", function () {
  this.timeout(60_000);

  it("M09: makes the same expiry decisions and formats times like one in UTC", async () => {
    const [utc, ...others] = await Promise.all(ZONES.map(reportIn));
    for (const other of others) expect(other).to.deep.equal(utc);

    const looks = utc!.filter(({ age }) => age !== undefined);
    expect(looks).to.have.length(20);
    for (const { instant, age, status, created_at } of looks) {
      expect(status, `${new Date(instant).toISOString()} + ${age}`).to.equal(age! < 86_400_000 ? 200 : 401);
      if (status === 200) expect(created_at).to.equal(new Date(instant).toISOString());
    }
    for (const { listed } of utc!.filter(({ age }) => age === undefined)) expect(listed).to.be.at.least(1);
  });
});
