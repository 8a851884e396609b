import { expect } from "chai";
import { describeWith } from "../support/app/requires.js";
import type { Visit } from "../support/browser/chromium.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "The dialogs of a scrolled page", () => {
  const { world, product } = useRunningProduct();

  const scrolled = ({ page }: Visit): Promise<number> => page.evaluate("scrollY");
  /** Opens a page as an administrator, at its end. */
  async function openAtItsEnd(path: string): Promise<Visit> {
    const visit = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await visit.page.setViewportSize({ width: 1280, height: 400 });
    await visit.open(path);
    await visit.page.evaluate("scrollTo(0, document.body.scrollHeight)");
    expect(await scrolled(visit)).to.be.above(100);
    return visit;
  }
  /** Checks that the open dialog is in sight, and that the page is where it was, also when the dialog has closed. */
  async function expectStill(visit: Visit, before: number): Promise<void> {
    const dialog = visit.page.locator("dialog:modal");
    await dialog.waitFor();
    const { y, height } = (await dialog.boundingBox())!;
    expect(y).to.be.at.least(0);
    expect(y + height).to.be.at.most(400);
    expect(await scrolled(visit)).to.equal(before);
    await visit.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(await scrolled(visit)).to.equal(before);
  }

  it("open in sight, and leave the page where it is", async () => {
    const { id } = await world.make.user();
    const visit = await openAtItsEnd(`/admin/users/${id}`);
    const openers = visit.page.locator("main a[data-dialog]:visible");
    expect(await openers.count()).to.be.above(1);
    for (const opener of await openers.all()) {
      await opener.scrollIntoViewIfNeeded();
      const before = await scrolled(visit);
      await opener.click();
      await expectStill(visit, before);
    }
  });

  it("include the search", async () => {
    const visit = await openAtItsEnd("/user/security");
    const before = await scrolled(visit);
    await visit.page.keyboard.press("Control+k");
    await visit.page.locator(".palette [role=option]").first().waitFor();
    await expectStill(visit, before);
  });
});
