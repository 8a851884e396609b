import { expect } from "chai";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "A new password in a browser", () => {
  const { world, product } = useRunningProduct();

  for (const javaScriptEnabled of [true, false])
    it(`is entered ${javaScriptEnabled ? "once, because it can be shown" : "twice without JavaScript"}, on every page`, async () => {
      const user = await world.make.user({ role: "system_admin" });
      const other = await world.make.user();
      const ada = await product.signedIn(user, { javaScriptEnabled });
      const fields = async (page: string): Promise<boolean[]> => {
        expect(await ada.open(page), page).to.equal(200);
        return Promise.all(
          ["password", "password_confirmation"].map((name) =>
            ada.page.locator(`main [name=${name}]`).isVisible(),
          ),
        );
      };
      const pages = ["/user/security", `/admin/users/${other.id}`];
      for (const page of pages) expect(await fields(page), page).to.deep.equal([true, !javaScriptEnabled]);
      const guest = await product.visit({ javaScriptEnabled });
      await guest.open("/register");
      expect(await guest.page.locator("[name=password_confirmation]").isVisible()).to.equal(
        !javaScriptEnabled,
      );
    });
});
