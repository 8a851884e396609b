import { expect } from "chai";
import express, { type Request, type Response } from "express";
import { middleware } from "express-openapi-validator";
import fc from "fast-check";
import { OperationChecks } from "../../../src/api/pipeline/checks.js";
import { parseQuery } from "../../../src/api/pipeline/call.js";
import { validatorsOf, type ValidatorsOf } from "../../../src/api/pipeline/validators.js";
import { FORMATS } from "../../../src/api/validation/formats.js";
import { withNestedFilters } from "../../../src/api/validation/nested-filters.js";
import type { ContractViolation } from "../../../src/api/validation/validation-errors.js";
import { shippedDocument } from "../../../src/contract/document.js";
import { basePathOf, type Operation } from "../../../src/contract/operations.js";
import { partOf } from "../../../src/contract/part.js";
import { chain, run } from "../../../src/http/stage.js";
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

  before(async () => {
    validators = await validatorsOf(document, false);
  });

  /** The package for one operation, because with the whole document it would compare each request with every path. */
  const packageFor = (operation: Operation, validates: "validateRequests" | "validateResponses") =>
    chain(
      middleware({
        apiSpec: withNestedFilters(partOf(document, operation)) as never,
        validateApiSpec: false,
        validateRequests: validates === "validateRequests" && { allErrors: true },
        validateResponses: validates === "validateResponses" && {
          onError: (error) => void (reported = errorsOf(error)),
        },
        validateSecurity: false,
        fileUploader: false,
        formats: FORMATS,
      }),
    );

  for (const operation of operations.filter(({ document }) => !isUpload(document.requestBody))) {
    const checks = lazily(() => new OperationChecks(operation, validators));

    it(`on requests of ${operation.id}`, async () => {
      const validate = packageFor(operation, "validateRequests");
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
      const install = packageFor(operation, "validateResponses");
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

const BASE = basePathOf(shippedDocument());
const APP = express();

/** A request as Express creates it: the query is parsed when it is read. */
function requestFrom(
  { query, params, body, ...sent }: ArbitraryRequest,
  { method, hasBody, path: template }: Operation,
): Request {
  const headers = { ...sent.headers, ...(hasBody ? { "content-type": "application/json" } : {}) };
  const path =
    BASE +
    template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = query === "" ? path : `${path}?${query}`;
  const request = { app: APP, baseUrl: "", method: method.toUpperCase(), url, originalUrl: url, path };

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
