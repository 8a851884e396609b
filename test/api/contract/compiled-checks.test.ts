import { expect } from "chai";
import type { Request, RequestHandler, Response } from "express";
import fc from "fast-check";
import { OperationChecks } from "../../../src/api/compiled/checks.js";
import { parseQuery } from "../../../src/api/compiled/query.js";
import { validatorsOf, type ValidatorsOf } from "../../../src/api/compiled/validators.js";
import { createValidation } from "../../../src/api/validation.js";
import type { ContractViolation } from "../../../src/api/validation-errors.js";
import { shippedDocument } from "../../../src/contract/document.js";
import type { Operation } from "../../../src/contract/operations.js";
import { chain, run } from "../../../src/http/chain.js";
import { lazily } from "../../../src/lib/lazily.js";
import { changed, requestsOf, type ArbitraryRequest } from "../../support/contract/arbitrary-requests.js";
import { isWholeMatrix } from "../../support/app/matrix.js";
import { responseExamples } from "../../support/contract/contract-check.js";
import { operations } from "../../support/contract/operations.js";

/** `SEED` and `RUNS` look for differences with other requests, and with more of them. */
const options = {
  seed: Number(process.env["SEED"] ?? 1),
  numRuns: Number(process.env["RUNS"] ?? (isWholeMatrix ? 60 : 20)),
};

/** The values for the handler, or what is wrong with them. */
type Outcome = { query: unknown; params: unknown; body: unknown } | { errors: unknown };

const isUpload = (body?: { content: object }): boolean =>
  body !== undefined && "multipart/form-data" in body.content;

describe("The checks of compiled operations agree with express-openapi-validator", () => {
  const document = shippedDocument();
  let validators: ValidatorsOf;
  let reported: ContractViolation[] | null = null;
  let validation: (operation: Operation) => RequestHandler[];

  before(async () => {
    const onViolation = ({ error }: { error: Error }): void => void (reported = errorsOf(error));
    validation = await createValidation(document, onViolation, true);
    validators = await validatorsOf(document, false);
  });

  for (const operation of operations.filter(({ document }) => !isUpload(document.requestBody))) {
    const checks = lazily(() => new OperationChecks(operation, validators));

    it(`on requests of ${operation.id}`, async () => {
      const validate = chain(validation(operation).slice(0, -1));
      const property = fc.asyncProperty(requestsOf(operation), async (sent) => {
        const request = requestFrom(sent, operation);
        const compiled = await outcome(request, () => Promise.resolve(checks().request(request)));
        const other = requestFrom(sent, operation);
        const expected = await outcome(other, () =>
          run(validate, other, {} as Response).then(() => other.query),
        );
        expect(compiled).to.deep.equal(expected);
      });
      await fc.assert(property, options);
    });

    it(`on responses of ${operation.id}`, async () => {
      const middleware = validation(operation);
      const install = chain([middleware[0]!, middleware.at(-1)!]);
      const examples = responseExamples(operation.id).filter(({ status }) => status < 500);
      const sent = fc
        .constantFrom(...examples)
        .chain(({ status, value }) => fc.record({ status: fc.constant(status), body: changed(value) }));
      const property = fc.asyncProperty(sent, async ({ status, body }) => {
        const error = checks().response(status, structuredClone(body));
        const response = { statusCode: status, json: () => undefined, getHeaders: () => ({}) };
        const request = requestFrom({ query: "", params: {}, headers: {}, body: undefined }, operation);
        await run(install, request, response as never);
        reported = null;
        (response.json as (value: unknown) => void)(body);
        expect(error && errorsOf(error)).to.deep.equal(reported);
      });
      await fc.assert(property, options);
    });
  }
});

/** A request as Express creates it: the query is parsed when it is read. */
function requestFrom(
  { query, params, body, ...sent }: ArbitraryRequest,
  { method, hasBody }: Operation,
): Request {
  const headers = { ...sent.headers, ...(hasBody ? { "content-type": "application/json" } : {}) };
  const url = query === "" ? "/x" : `/x?${query}`;
  const res = { locals: { traceId: "" } };
  const request = { method: method.toUpperCase(), url, originalUrl: url, path: "/x", res };

  const created = Object.create({
    get query() {
      return parseQuery(query);
    },
  }) as Request;
  return Object.assign(created, request, structuredClone({ params, headers, body }));
}

async function outcome(request: Request, check: () => Promise<unknown>): Promise<Outcome> {
  try {
    const query = { ...((await check()) as object) };
    return { query, params: request.params, body: request.body as unknown };
  } catch (error) {
    return { errors: errorsOf(error as Error) };
  }
}

const errorsOf = (error: Error & { errors?: ContractViolation[]; fields?: unknown }): ContractViolation[] =>
  error.errors ?? [{ path: "", message: JSON.stringify(error.fields ?? error.message) }];
