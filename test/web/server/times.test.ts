import { expect } from "chai";
import { DAY, HOUR, MINUTE, now } from "../../../src/lib/clock.js";
import { relativeTimeIn, timeIn } from "../../../src/web/words/times.js";
import { textOf, textWithTooltipsOf } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";

describe("Times on pages", () => {
  const world = useWorld();
  const plain = (text: string): string => text.replaceAll(/\s+/g, " ");

  it("are relative in the longest unit that fits, before and after now", () => {
    world.freezeTime();
    const said = (distance: number, locale = "en") => relativeTimeIn(now() + distance, locale);
    expect(said(-MINUTE + 1)).to.equal("now");
    expect(said(-MINUTE)).to.equal("1 minute ago");
    expect(said(-3 * HOUR)).to.equal("3 hours ago");
    expect(said(-25 * HOUR)).to.equal("1 day ago");
    expect(said(12 * DAY)).to.equal("in 12 days");
    expect(said(60 * DAY)).to.equal("in 1 month");
    expect(said(-800 * DAY)).to.equal("2 years ago");
    expect(said(-3 * HOUR, "tr")).to.equal("3 saat önce");
    expect(said(12 * DAY, "tr")).to.equal("12 gün sonra");
  });

  it("have the time zone in their absolute form", () => {
    const at = Date.UTC(2026, 0, 31, 22, 30);
    expect(plain(timeIn(at, "en", "UTC"))).to.equal("31 Jan 2026, 22:30 UTC");
    expect(plain(timeIn(at, "en", "Europe/Istanbul"))).to.equal("1 Feb 2026, 01:30 GMT+3");
    expect(plain(timeIn(at, "tr", "Europe/Istanbul"))).to.equal("1 Şub 2026 01:30 GMT+3");
    expect(plain(timeIn(at, "en", "Not/AZone"))).to.contain("UTC");
  });

  it("are elements with a machine-readable time and a tooltip in the reader's time zone", async () => {
    const { visitor } = await world.signedIn();
    await world.services.knex("users").update({ timezone: "Europe/Istanbul" });
    world.advance(5 * MINUTE);
    const page = await visitor.get("/browser-sessions");
    expect(page.text).to.match(
      /signed in <time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z" title="[^"]+GMT\+3">5 minutes ago<\/time>/,
    );
  });

  it("are absolute where an access token expires, with the distance as the tooltip", async () => {
    const user = await world.make.user();
    await world.make.token(user, { expiresAt: Date.UTC(2030, 0, 2, 12) });
    world.freezeTime();
    world.advance(Date.UTC(2029, 11, 21, 12) - now());
    const { visitor } = await world.signedIn(user);
    const said = textWithTooltipsOf(await visitor.get("/user/tokens"));
    expect(said).to.contain("Expires: 2 Jan 2030, 12:00 UTC (in 12 days)");
  });

  it("are in the reader's language", async () => {
    const { visitor } = await world.signedIn(await world.make.user({ locale: "tr" }));
    world.advance(5 * MINUTE);
    expect(textOf(await visitor.get("/browser-sessions"))).to.contain("5 dakika önce oturum açıldı");
  });
});
