import { setImmediate as nextTask } from "node:timers/promises";
import { expect } from "chai";
import { foldConstants } from "../../src/lib/constant-tags.js";
import { views } from "../../src/lib/views.js";
import { collectGarbage } from "../support/app/garbage.js";

const TEXTS: Record<string, string> = { greeting: "Tom & <b>Jerry</b>", code: "<% code %>" };
const values = {
  t: (key: string) => TEXTS[key]!,
  url: (route: string) => `/${route}?a=1&b=2`,
  asset: (name: string) => `/assets/hash/${name}`,
};
const fold = (source: string): string => foldConstants(source, values, (name) => `<svg>${name}</svg>`);

describe("Views", () => {
  it("have the texts, addresses and icons that never change in place of their tags", () => {
    expect(fold("<p><%= t('greeting') %></p>")).to.equal("<p>Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;</p>");
    expect(fold("<%= url('login') %>")).to.equal("/login?a=1&amp;b=2");
    expect(fold("<%= page.asset('theme.js') %>")).to.equal("/assets/hash/theme.js");
    expect(fold("<%- part(page, 'icon', { name: 'key' }) %>")).to.equal("<svg>key</svg>");
  });

  it("keep the tags that depend on the page", () => {
    for (const tag of [
      "<%= t('count', { count: page.count }) %>",
      "<%= t(page.label) %>",
      "<%= url('users.show', { user: page.id }) %>",
      "<%- part(page, 'icon', { name: page.icon }) %>",
      "<%- part(page, 'time', { at: page.at }) %>",
      "<% if (t('greeting')) { %>",
    ])
      expect(fold(tag)).to.equal(tag);
  });

  it("keep a tag whose text would itself be read as a tag", () => {
    expect(fold("<%- t('code') %>")).to.equal("<%- t('code') %>");
  });

  it("keep no values of the page that used them first", async () => {
    const renderOnce = (): WeakRef<object> => {
      const session = { csrf: "one request's" };
      views.render("partials/time", { t: values.t, moment: () => ({ at: "", text: "" }), session });
      return new WeakRef(session);
    };
    const session = renderOnce();
    await nextTask(); // a WeakRef keeps its object until the end of the task
    collectGarbage();
    expect(session.deref()).to.equal(undefined);
  });

  it("name the file and the line that failed", () => {
    const fails = () => {
      throw new RangeError("no such moment");
    };
    expect(() => views.render("partials/time", { t: values.t, moment: fails }))
      .to.throw(RangeError, /partials\/time\.ejs:\d+[^]*no such moment/)
      .with.property("path");
  });
});
