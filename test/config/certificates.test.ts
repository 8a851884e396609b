import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readConfig } from "../../src/config/config.js";
import { TEST_KEY } from "../support/app/config.js";
import { useFolder } from "../support/app/processes.js";

describe("The file of a certificate authority", () => {
  const folder = useFolder();
  const read = (file: string) => () =>
    readConfig({
      APP_KEY: TEST_KEY,
      DATABASE_URL: `mysql://app:x@127.0.0.1/app?ssl-ca=${encodeURIComponent(file)}`,
      REDIS_URL: `rediss://127.0.0.1?ssl-ca=${encodeURIComponent(file)}`,
    });

  it("is accepted when it can be read", () => {
    const file = join(folder.path, "ca & co.pem");
    writeFileSync(file, "");
    expect(read(file)).not.to.throw();
  });

  it("is named with its variable when it can't", () => {
    const file = join(folder.path, "gone.pem");
    expect(read(file)).to.throw(`DATABASE_URL: the file of ssl-ca, ${file}, can't be read`);
    expect(read(file)).to.throw(`REDIS_URL: the file of ssl-ca, ${file}, can't be read`);
  });
});
