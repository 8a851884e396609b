import express, { type RequestHandler } from "express";
import { ApiException } from "./envelope.js";

const MAX_BODY_BYTES = 256 * 1024;
export const UNSUPPORTED_BODY = "The request body must be uncompressed application/json in UTF-8.";

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
// JSON has no parameters (RFC 8259, section 11), so they are ignored, except that a charset must be UTF-8
const JSON_WITH_PARAMETERS = /^application\/json\s*;(?!.*charset)/i;

/**
 * Removes the content type from a request to an operation without a body. The validator would otherwise cache an entry
 * for every value that clients send.
 */
export const ignoreBody: RequestHandler = (request, _response, next) => {
  if (request.headers["content-type"] !== undefined) delete request.headers["content-type"];
  next();
};

/**
 * Reads a JSON body of at most 256 KiB. It accepts every JSON value, because the contract validates the structure. The
 * content type is replaced by `application/json`, so that the validator doesn't cache an entry for every variant.
 * @throws ApiException 415 for another content type
 */
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
