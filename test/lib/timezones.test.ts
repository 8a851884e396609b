import { expect } from "chai";
import { setClock } from "../../src/lib/clock.js";
import { listedTimezone, offsetNow, timezonesByOffset, TIMEZONES } from "../../src/lib/timezones.js";
import { timezoneGroups } from "../../src/web/forms/select-groups.js";

const SUMMER = Date.UTC(2026, 6, 1);
const WINTER = Date.UTC(2026, 0, 1);

describe("Time zones", () => {
  beforeEach(() => setClock(() => WINTER));
  afterEach(() => setClock());
  const labels = (chosen = "UTC") => timezoneGroups(chosen).flatMap(({ options }) => options);
  const labelOf = (zone: string) => labels(zone).find(({ value }) => value === zone)?.label;

  it("are listed with their offsets, by offset and then by name", () => {
    const zones = timezonesByOffset();
    expect(zones).to.have.length(TIMEZONES.size);
    for (const [index, zone] of zones.slice(1).entries()) {
      const before = zones[index]!;
      expect(before.minutes, zone.name).to.be.at.most(zone.minutes);
      if (before.minutes === zone.minutes) expect(before.name < zone.name, zone.name).to.equal(true);
    }
    expect(labelOf("Europe/Istanbul")).to.equal("(UTC+03:00) Europe/Istanbul");
    expect(labelOf("UTC")).to.equal("(UTC+00:00) UTC");
    expect(labelOf("America/St_Johns")).to.equal("(UTC-03:30) America/St_Johns");
  });

  it("have the offsets of now", () => {
    expect(labelOf("America/New_York")).to.equal("(UTC-05:00) America/New_York");
    setClock(() => SUMMER);
    expect(labelOf("America/New_York")).to.equal("(UTC-04:00) America/New_York");
  });

  it("change their offset in the minute of the transition", () => {
    const spring = Date.UTC(2026, 2, 8, 7); // 2 a.m. in New York
    setClock(() => spring - 1);
    expect(labelOf("America/New_York")).to.contain("UTC-05:00");
    setClock(() => spring);
    expect(labelOf("America/New_York")).to.contain("UTC-04:00");
  });

  it("are computed once while no offset can change", () => {
    const first = timezonesByOffset();
    setClock(() => WINTER + 14 * 60_000);
    expect(timezonesByOffset()).to.equal(first);
  });

  it("include a chosen zone that the runtime doesn't list", () => {
    expect(labels("Moon/Base").filter(({ value }) => value === "Moon/Base")).to.have.length(1);
    expect(labels("UTC")).to.have.length(TIMEZONES.size);
    expect(offsetNow("Moon/Base").minutes).to.equal(0);
  });

  it("are found by the other names that browsers use", () => {
    expect(listedTimezone("Europe/Istanbul")).to.equal("Europe/Istanbul");
    expect([listedTimezone("Asia/Calcutta"), listedTimezone("Asia/Kolkata")]).to.satisfy(
      ([one, other]: (string | null)[]) => one !== null && other !== null,
    );
    for (const unknown of ["", "Moon/Base", "+25:00", "x".repeat(300)])
      expect(listedTimezone(unknown), unknown).to.equal(null);
  });
});
