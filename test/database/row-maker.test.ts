import { expect } from "chai";
import fc from "fast-check";
import { rowMaker } from "../../src/database/raw.js";

describe("A row made of values", () => {
  it("has the value of each column, whatever the columns are called", () => {
    const name = fc.string({ unit: "binary" }).filter((text) => text !== "__proto__");
    const fields = fc.dictionary(name, fc.oneof(fc.string(), fc.double(), fc.constant(null)), {
      maxKeys: 20,
    });
    fc.assert(
      fc.property(fields, (row) => {
        expect(rowMaker(Object.keys(row))(Object.values(row))).to.deep.equal({ ...row });
      }),
    );
  });

  it("has buffers for bytes, however the driver returned them", () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const toRow = rowMaker(["digest"]);
    for (const value of [bytes, bytes.buffer, Buffer.from(bytes)])
      expect(toRow([value])["digest"])
        .to.be.instanceOf(Buffer)
        .and.deep.equal(Buffer.from(bytes));
  });

  it("isn't made by code in the name of a column", () => {
    const name = '"]: globalThis.attacked = true, "';
    expect(rowMaker([name])([7])).to.deep.equal({ [name]: 7 });
    expect(globalThis).not.to.have.property("attacked");
  });
});
