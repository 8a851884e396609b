import express, { type RequestHandler } from "express";
import type { Stage } from "../../http/stage.js";
import { ApiException } from "../envelope.js";

const MAX_BODY_BYTES = 256 * 1024;
export const UNSUPPORTED_BODY = "The request body must be uncompressed application/json in UTF-8.";

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
// JSON has no parameters (RFC 8259, section 11), so they are ignored, except that a charset must be UTF-8
const JSON_WITH_PARAMETERS = /^application\/json\s*;(?!.*charset)/i;

/**
 * Removes the content type from a request to an operation without a body. The validator would otherwise cache an entry
 * for every value that clients send.
 */
export const ignoreBody: Stage = (request) => {
  if (request.headers["content-type"] !== undefined) delete request.headers["content-type"];
};

/**
 * Replaces the content type by `application/json`, so that the validator doesn't cache an entry for every variant.
 * @throws ApiException 415 for another content type
 */
export const checkJsonType: Stage = ({ headers }) => {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const type = headers["content-type"] ?? "";
  if (hasBody && !JSON_TYPE.test(type) && !JSON_WITH_PARAMETERS.test(type))
    throw new ApiException(415, "unsupported_media_type", UNSUPPORTED_BODY);
  headers["content-type"] = "application/json";
};

/** Parses a JSON body of at most 256 KiB. It accepts every JSON value, because the contract validates the structure. */
export const parseJson: RequestHandler = express.json({
  limit: MAX_BODY_BYTES,
  strict: false,
  inflate: false,
  type: () => true,
});
