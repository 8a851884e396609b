import { expect } from "chai";
import { presentListedEvent } from "../../../src/api/presenters/events.js";
import type { EventEntry } from "../../../src/domain/events/event-log.js";
import { useWorld } from "../../support/app/world.js";

const MOST = 64 * 1024;

describe("The size of an event", () => {
  const world = useWorld();
  const entry: EventEntry = {
    id: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e",
    type: "settings.changed",
    subject: { type: "settings", id: "settings" },
    ...{ actor: null, client: null, occurredAt: 0, position: 1 },
    traceId: "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4f",
    data: { name: "" },
    previous: { name: "" },
  };
  const bytesOf = (event: object): number => Buffer.byteLength(JSON.stringify(event));
  const present = (name: string, former: string) =>
    presentListedEvent(world.services, { ...entry, data: { name }, previous: { name: former } });

  it("is at most 64 KiB: the former values are left out of a larger one, then the subject", () => {
    const room = MOST - bytesOf(present("", ""));
    // two bytes each
    const longest = "é".repeat(room / 2) + "e".repeat(room % 2);
    expect(bytesOf(present("", longest))).to.equal(MOST);
    expect(present("", longest).previous).to.deep.equal({ name: longest });
    const cut = present("a", longest);
    expect(cut).to.deep.include({ data: { name: "a" }, previous: null });
    const shortest = present("é".repeat(MOST / 2), "a");
    expect(shortest).to.deep.include({ id: entry.id, data: null, previous: null });
  });
});
