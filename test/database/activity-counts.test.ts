import { expect } from "chai";
import { v7 as uuidv7 } from "uuid";
import { countDay } from "../../src/database/activity-counts.js";
import { prune } from "../../src/domain/upkeep/prune.js";
import { DAY, now } from "../../src/lib/clock.js";
import { ActivityListQuery, type ActivityFilters } from "../../src/models/activity-list.js";
import { useWorld } from "../support/app/world.js";

describe("The counts of the audit log", () => {
  const world = useWorld();

  it("add up to the rows that an administrator can see, before and after days are counted and deleted", async () => {
    const { knex } = world.services;
    const chief = await world.make.user({ role: "system_admin" });
    const user = await world.make.user();
    const today = Math.floor(now() / DAY) * DAY;
    const rows = Array.from({ length: 120 }, (_, number) => ({
      id: uuidv7(),
      actor_id: number % 7 === 0 ? chief.id : number % 7 === 1 ? null : user.id,
      owner_id: number % 11 === 0 ? chief.id : null,
      event: number % 3 === 0 ? "login" : "user_updated",
      subject_type: number % 3 === 0 ? null : "user",
      subject_id: number % 3 === 0 ? null : number % 5 === 0 ? chief.id : user.id,
      changes: "{}",
      created_at: today - (number % 40) * 10 * DAY + number,
    }));
    await knex.batchInsert("activity_log", rows, 30);
    const { id: role } = (await knex("roles").where({ name: "system_admin" }).first("id")) as { id: string };
    const FILTERS: ActivityFilters[] = [
      {},
      { event: "login" },
      { subjectType: "user" },
      { from: today - 100 * DAY },
      { until: today - 100 * DAY },
      { from: today - 200 * DAY, until: today - 50 * DAY, event: "user_updated" },
      { from: today + DAY },
    ];
    const totals = async (): Promise<number[]> => {
      const found = [];
      for (const hidden of [[], [role]])
        for (const filters of FILTERS) {
          const query = new ActivityListQuery(knex, hidden, filters);
          const total = await query.count();
          expect(await query.slice(200, 0, total), JSON.stringify(filters)).to.have.length(total);
          found.push(total);
        }
      return found;
    };
    const before = await totals();
    while (await countDay(knex, now()));
    expect(await knex("activity_counts").where({ event: "" })).to.have.length.above(300);
    expect(await totals()).to.deep.equal(before);
    await prune(world.services);
    await totals();
    await knex("activity_log").insert({ ...rows[1], id: uuidv7(), created_at: now() });
    await totals();
  });
});
