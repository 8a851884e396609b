import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { error as errors } from "express-openapi-validator";
import { STREAMED_FIELD } from "../../contract/uploads.js";
import { removeUpload, type StoredUpload } from "../../domain/import/imports.js";
import type { Services } from "../../domain/services.js";
import { MIB, watchBodySize, type StreamedFile } from "../../http/upload.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text } from "../../texts/translate.js";
import { ApiException } from "../envelope.js";
import type { ContractViolation } from "../validation/validation-errors.js";

const UNSUPPORTED_UPLOAD = "The request body must be uncompressed multipart/form-data.";
const MULTIPART = "multipart/form-data";
/** RFC 2046, section 5.1.1. The validator would keep an entry for every other parameter that clients send. */
const MULTIPART_TYPE = /^multipart\/form-data\s*;\s*boundary=("?)[\w'()+,./:=?-]{1,70}\1\s*$/i;

/**
 * The largest body, so that a file over its own limit can be named in the answer.
 * @param maxBytes the size of the largest file (`x-max-bytes`)
 */
export const maxBodyBytesOf = (maxBytes: number): number => 2 * maxBytes;

/** Rejects a body that isn't multipart or is too large. @throws ApiException 413, 415 */
export function limitUpload(maxBodyBytes: number): RequestHandler {
  return (request, _response, next) => {
    const { headers } = request;
    const length = Number(headers["content-length"] ?? 0);
    if (headers["transfer-encoding"] === undefined && length === 0) {
      delete headers["content-length"]; // the parser would look for a boundary
      headers["content-type"] = MULTIPART; // so that the validator names the missing field
      return next();
    }
    const encoding = headers["content-encoding"] ?? "identity";
    const type = headers["content-type"] ?? "";
    if (!MULTIPART_TYPE.test(type) || encoding.toLowerCase() !== "identity")
      throw new ApiException(415, "unsupported_media_type", UNSUPPORTED_UPLOAD);
    headers["content-type"] = MULTIPART + type.slice(MULTIPART.length); // the validator knows only the lower case
    if (length > maxBodyBytes) throw tooLarge(maxBodyBytes);
    watchBodySize(request, maxBodyBytes, () => next(tooLarge(maxBodyBytes)));
    request.pause(); // until the validator reads it
    next();
  };
}

/** Says what is wrong with a body that the validator can't read, or that has several files for one field. */
export const explainRejectedUpload: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent) return; // the rest of a body that was too large
  if (error instanceof errors.InternalServerError) return next(malformed());
  const { errors: [violation] = [] } = error as { errors?: ContractViolation[] };
  // errors of the parser have the path of the request, and violations of the contract their place in it
  if (error instanceof errors.RequestEntityTooLarge || violation?.path === request.path)
    return next(new ValidationFailed({ body: ["The body has too many parts, or a part that is too long."] }));
  const names = filesOf(request).map(({ fieldname }) => fieldname);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (violation && repeated !== undefined)
    return next(new ValidationFailed({ [repeated]: [`The ${repeated} must be a single file.`] }));
  next(error);
};

/** Has the upload of a large file removed when the rest of its request is rejected. */
export const removeRejected =
  (services: Services): ErrorRequestHandler =>
  (error: unknown, request, _response, next) => {
    const stored = filesOf(request).flatMap((file: StreamedFile<StoredUpload>) => file.stored ?? []);
    Promise.all(stored.map((file) => removeUpload(services, file))).then(() => next(error), next);
  };

/** Replaces the field by its stored file. @throws ValidationFailed when it isn't a file */
export const takeStored: RequestHandler = (request, response, next) => {
  if (response.headersSent) return; // the body was too large
  const [file] = filesOf(request) as StreamedFile<StoredUpload>[];
  if (file?.stored === undefined)
    throw new ValidationFailed({ [STREAMED_FIELD]: [`The ${STREAMED_FIELD} must be a file.`] });
  request.body = { [STREAMED_FIELD]: file.stored };
  next();
};

/** Replaces the fields by the bytes of their files. @throws ValidationFailed when a field isn't a file of the allowed size */
export const takeFiles =
  (maxBytes: number): RequestHandler =>
  (request, response, next) => {
    if (response.headersSent) return; // the body was too large
    const fields = Object.keys(request.body as object).map((name) => {
      const file = filesOf(request).find(({ fieldname }) => fieldname === name);
      if (file === undefined) throw new ValidationFailed({ [name]: [`The ${name} must be a file.`] });
      if (file.size > maxBytes)
        throw new ValidationFailed({ [name]: [text("validation.file.size", { mib: maxBytes / MIB })] });
      return [name, file.buffer] as const;
    });
    request.body = Object.fromEntries(fields);
    next();
  };

const filesOf = ({ files }: Request): Express.Multer.File[] => (files ?? []) as Express.Multer.File[];

const malformed = (): ApiException =>
  new ApiException(400, "malformed_request", "The request body is not valid multipart/form-data.");

const tooLarge = (maxBytes: number): ApiException =>
  new ApiException(413, "payload_too_large", `The request body is larger than ${maxBytes / MIB} MiB.`, {
    headers: { Connection: "close" },
  });
