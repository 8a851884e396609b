import bcrypt from "bcryptjs";
import { expect } from "chai";
import { TooManyAttempts } from "../../../src/lib/failures.js";
import { isHashable, Passwords } from "../../../src/lib/passwords/passwords.js";
import { bcryptWork } from "../../support/app/bcrypt-work.js";

const COST = 6;
const COMPOSED = "caf\u00e9-au-lait";
const DECOMPOSED = "cafe\u0301-au-lait";
/** As PHP writes it: the same function with another letter. */
const php = (password: string, cost = COST): string =>
  bcrypt.hashSync(password, cost).replace("$2b$", "$2y$");

describe("Passwords", () => {
  let passwords: Passwords;
  before(() => (passwords = new Passwords(COST)));
  after(() => passwords.close());

  describe("when hashed", () => {
    it("get a bcrypt hash at the configured cost that verifies only them", async () => {
      const hash = await passwords.hash("correct-horse-battery");
      expect(hash).to.match(/^\$2b\$06\$/);
      expect(await passwords.verify("correct-horse-battery", hash)).to.be.true;
      expect(await passwords.verify("correct-horse-batterz", hash)).to.be.false;
    });

    it("H23: are the same in NFC and NFD", async () => {
      expect(await passwords.verify(DECOMPOSED, await passwords.hash(COMPOSED))).to.be.true;
      expect(await passwords.verify(COMPOSED, await passwords.hash(DECOMPOSED))).to.be.true;
    });

    it("can have exactly 72 bytes", async () => {
      const longest = "\u00e9".repeat(36);
      expect(Buffer.byteLength(longest)).to.equal(72);
      expect(await passwords.verify(longest, await passwords.hash(longest))).to.be.true;
    });

    it("H21: are rejected instead of truncated with more than 72 bytes", () => {
      expect(isHashable("a".repeat(73))).to.be.false;
      expect(isHashable("😀".repeat(18))).to.be.true;
      expect(isHashable("😀".repeat(18) + "A")).to.be.false;
      expect(() => passwords.hash("a".repeat(73))).to.throw(RangeError);
    });

    it("H22: are rejected with NUL and lone surrogates", () => {
      for (const odd of ["correct\0horse", "correct-horse\0", "correct-\ud800-horse", "correct-horse\udc00"])
        expect(isHashable(odd), JSON.stringify(odd)).to.be.false;
    });
  });

  describe("when verified", () => {
    it("match $2y$, $2a$ and cheaper hashes of other applications", async () => {
      const hash = bcrypt.hashSync("correct-horse", 4);
      for (const prefix of ["$2y$", "$2a$", "$2b$"])
        expect(await passwords.verify("correct-horse", hash.replace("$2b$", prefix)), prefix).to.be.true;
    });

    it("H23: are compared as typed with the hash of another application", async () => {
      expect(await passwords.verify(DECOMPOSED, php(DECOMPOSED))).to.be.true;
      expect(await passwords.verify(COMPOSED, php(COMPOSED))).to.be.true;
      expect(await passwords.verify(DECOMPOSED, php(COMPOSED))).to.be.false;
    });

    it("H21: never match by the first 72 bytes, including imported hashes", async () => {
      const prefix = "a".repeat(72);
      expect(await passwords.verify(prefix + "B", php(prefix + "A"))).to.be.false;
      expect(await passwords.verify("😀".repeat(18) + "B", php("😀".repeat(18) + "A"))).to.be.false;
    });

    it("H21: aren't truncated when only their NFC form fits", async () => {
      const prefix = "e\u0301".repeat(24); // 72 bytes raw, 48 composed
      expect(await passwords.verify(prefix + "B", php(prefix + "A"))).to.be.false;
    });

    it("aren't treated as empty when bcrypt can't read all of them", async () => {
      const raw = "e\u0301".repeat(25); // 75 bytes raw, 50 composed
      for (const odd of [raw, "a".repeat(73), "x\0"])
        expect(await passwords.verify(odd, php(""))).to.be.false;
    });

    it("H22: don't end at a NUL", async () => {
      const hash = await passwords.hash("correct-horse");
      expect(await passwords.verify("correct-horse\0", hash)).to.be.false;
      expect(await passwords.verify("correct-horse\0battery", hash)).to.be.false;
    });

    it("match nothing when there is no account", async () => {
      for (const password of ["", "correct-horse", DECOMPOSED, "\0", "a".repeat(100)])
        expect(await passwords.verify(password, null)).to.be.false;
    });
  });

  describe("when upgraded", () => {
    it("need a new hash after a change of the cost and for hashes of other applications", async () => {
      expect(passwords.needsRehash(bcrypt.hashSync("x", COST - 1))).to.be.true;
      expect(passwords.needsRehash(php("x"))).to.be.true;
      expect(passwords.needsRehash(await passwords.hash("x"))).to.be.false;
      expect(passwords.needsRehash(bcrypt.hashSync("x", COST + 1))).to.be.true;
    });
  });

  describe("in the queue", () => {
    /** Starts that many comparisons in parallel for one address. @returns their outcomes */
    const compare = (times: number, ip?: string): Promise<string[]> =>
      Promise.all(
        Array.from({ length: times }, () =>
          passwords.verify("x", null, ip).then(
            () => "done",
            (error: Error) => error.constructor.name,
          ),
        ),
      );
    const count = (outcomes: string[], outcome: string): number =>
      outcomes.filter((one) => one === outcome).length;

    it("take at most a quarter of it for one network, and leave room for others", async () => {
      const [flood, neighbour, other] = await Promise.all([
        compare(20, "192.0.2.1"),
        compare(4, "192.0.2.250"),
        compare(4, "198.51.100.1"),
      ]);
      expect(count(flood, "done")).to.equal(16);
      expect(count([...flood, ...neighbour], "TooManyAttempts")).to.equal(8);
      expect(other).to.deep.equal(Array(4).fill("done"));
    });

    it("of a network are accepted again when its earlier ones are done, including rejected ones", async () => {
      await compare(40, "2001:db8:1:1::1");
      expect(await compare(16, "2001:db8:1:2::1")).to.deep.equal(Array(16).fill("done"));
    });

    it("lead to a retry after one second when a network has too many", async () => {
      const running = compare(16, "192.0.2.1");
      const rejected = await passwords.hash("x", "192.0.2.2").catch((error: unknown) => error);
      expect(rejected).to.be.instanceOf(TooManyAttempts).and.include({ retryAfterMs: 1000 });
      await running;
    });

    it("of commands, which come from no network, always have room", async () => {
      expect(count(await compare(40), "done")).to.equal(40);
    });
  });

  describe("H27: when rejected cost one comparison, whatever is stored", () => {
    const stored: [string, () => string | null][] = [
      ["no account", () => null],
      ["a current hash", () => bcrypt.hashSync("other", COST)],
      ["a cheaper hash", () => bcrypt.hashSync("other", COST - 2)],
      ["an imported hash", () => php("other")],
      ["a cheaper imported hash", () => php("other", COST - 2)],
    ];
    const typed: [string, string][] = [
      ["a plain password", "wrong-password"],
      ["a composed password", COMPOSED],
      ["a decomposed password", DECOMPOSED],
      ["a password of more than 72 bytes", "a".repeat(73)],
      ["a password with NUL", "wrong\0password"],
    ];
    for (const [what, password] of typed)
      it(`with ${what}`, async () => {
        for (const [name, hash] of stored) {
          const work = await bcryptWork(() => passwords.verify(password, hash()));
          expect(work, name).to.equal(2 ** COST);
        }
      });
  });
});
