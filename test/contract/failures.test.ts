import { expect } from "chai";
import { shippedDocument, type OperationObject } from "../../src/contract/document.js";
import { declaredFailures, possibleFailures, standardFailures } from "../../src/contract/failures.js";
import { operations } from "../support/contract/operations.js";

const document = shippedDocument();
const codesAt = (id: string, status: number): string[] =>
  declaredFailures(operations.find((operation) => operation.id === id)!.document, document).get(status) ?? [];

describe("The failures of an operation", () => {
  it("are a closed list of codes for each status", () => {
    for (const { id, document: object, statuses } of operations) {
      const declared = declaredFailures(object, document);
      expect([...declared.keys()], id).to.have.members(statuses.filter((status) => status >= 400));
      for (const [status, codes] of declared) expect(codes, `${id} ${status}`).not.to.have.length(0);
    }
  });

  it("include those of the surface", () => {
    for (const { id, document: object } of operations)
      for (const [status, codes] of standardFailures(object))
        expect(declaredFailures(object, document).get(status), `${id} ${status}`).to.include.members(codes);
  });

  it("are those that its tier, security, parameters and body allow, and its own", () => {
    expect(codesAt("auth.me", 403)).to.deep.equal(["insufficient_scope", "account_denied"]);
    expect(codesAt("auth.login", 401)).to.deep.equal(["invalid_credentials"]);
    expect(codesAt("auth.register", 401)).to.deep.equal([]);
    expect(codesAt("auth.register", 403)).to.deep.equal(["account_denied", "registration_disabled"]);
    expect(codesAt("users.index", 403)).to.deep.equal([
      "forbidden",
      "insufficient_scope",
      "account_denied",
      "two_factor_setup_required",
    ]);
    expect(codesAt("users.index", 404)).to.deep.equal([]);
    expect(codesAt("users.show", 412)).to.deep.equal([]);
    expect(codesAt("users.patch", 412)).to.deep.equal(["stale"]);
    const forChanges = [
      "forbidden",
      "insufficient_scope",
      "account_denied",
      "two_factor_setup_required",
      "own_account",
      "last_administrator",
    ];
    for (const id of ["users.update", "users.patch"]) expect(codesAt(id, 403), id).to.deep.equal(forChanges);
    expect(codesAt("users.destroy", 403)).to.include("self_delete").and.not.include("own_account");
  });

  it("are described, except codes that every operation has", () => {
    const { description } = operations.find(({ id }) => id === "users.destroy")!.document;
    expect(description!.split("**Errors:** ")[1]).to.equal(
      "`self_delete` (403) for the caller's own account. " +
        "`forbidden` (403) without the permission, or when the account has permissions that the caller lacks. " +
        "`last_administrator` (403) when no active `system_admin` would remain. " +
        "`not_found` (404) when the account doesn't exist or has a higher rank than the caller. " +
        "`stale` (412) when `If-Match` isn't the current version. " +
        "`validation_failed` (422) when the id isn't a UUID.\n",
    );
  });

  it("change with the security at startup, even when the document isn't generated again", () => {
    const { document: me } = operations.find(({ id }) => id === "auth.me")!;
    const firstParty: OperationObject = {
      ...me,
      "x-first-party": true,
      security: [{ bearerAuth: ["admin"] }],
    };
    expect(possibleFailures(firstParty, document).get(403)).to.have.members([
      ...["account_denied", "insufficient_scope", "first_party_only"],
    ]);
    expect(declaredFailures(firstParty, document).get(403)).to.deep.equal([
      "insufficient_scope",
      "account_denied",
    ]);
  });
});
