import express, { type RequestHandler } from "express";
import { ApiException } from "./envelope.js";

const MAX_BODY_BYTES = 256 * 1024;
export const UNSUPPORTED_BODY = "The request body must be application/json in UTF-8, not compressed.";

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
// other parameters mean nothing to JSON, but the validator would cache its work for each of them
const JSON_WITH_PARAMETERS = /^application\/json\s*;(?!.*charset)/i;

/** For operations without a body: the type of one that came all the same would be a key of the validator's cache. */
export const ignoreBody: RequestHandler = (request, _response, next) => {
  if (request.headers["content-type"] !== undefined) delete request.headers["content-type"];
  next();
};

/** Reads a JSON body. Whatever parses goes on, so that the contract, and not the parser, judges its shape. */
export const readJson: RequestHandler[] = [
  (request, _response, next) => {
    const { headers } = request;
    const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
    const type = headers["content-type"] ?? "";
    if (hasBody && !JSON_TYPE.test(type) && !JSON_WITH_PARAMETERS.test(type))
      throw new ApiException(415, "unsupported_media_type", UNSUPPORTED_BODY);
    headers["content-type"] = "application/json";
    next();
  },
  express.json({ limit: MAX_BODY_BYTES, strict: false, inflate: false, type: () => true }),
];
