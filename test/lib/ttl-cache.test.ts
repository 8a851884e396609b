import { expect } from "chai";
import { setClock } from "../../src/lib/clock.js";
import { Remembered } from "../../src/lib/ttl-cache.js";

describe("What is remembered", () => {
  let time = 1000;
  beforeEach(() => setClock(() => time));
  afterEach(() => setClock());

  it("is found out once while it is fresh, also by those who ask at the same time", async () => {
    const remembered = new Remembered(60);
    let asked = 0;
    const find = (): Promise<number> => Promise.resolve(++asked);
    const answers = await Promise.all([remembered.about("a", find), remembered.about("a", find)]);
    expect(answers).to.deep.equal([
      { value: 1, at: 1000 },
      { value: 1, at: 1000 },
    ]);
    time += 59;
    expect((await remembered.about("a", find)).value).to.equal(1);
    expect((await remembered.about("b", find)).value).to.equal(2);
    time += 1;
    expect(await remembered.about("a", find)).to.deep.equal({ value: 3, at: 1060 });
    time -= 500; // the clock was put back
    expect((await remembered.about("a", find)).value).to.equal(4);
  });

  it("is no failure: that is asked anew", async () => {
    const remembered = new Remembered(60);
    const failed = await remembered
      .about("a", () => Promise.reject(new Error("gone")))
      .catch((error: Error) => error);
    expect(failed).to.be.an("error").with.property("message", "gone");
    expect((await remembered.about("a", () => Promise.resolve(1))).value).to.equal(1);
  });
});
