import type { Request, RequestHandler } from "express";
import { MulterError } from "multer";
import { MIB, uploadParser, watchBodySize } from "../http/upload.js";
import { ValidationFailed } from "../lib/failures.js";
import { text } from "../texts/translate.js";
import { ApiException } from "./envelope.js";

export const UNSUPPORTED_UPLOAD = "The request body must be uncompressed multipart/form-data.";
const MULTIPART = "multipart/form-data";
const MULTIPART_TYPE = /^multipart\/form-data\s*;/i;

/** Request → field → its files. */
const received = new WeakMap<Request, ReadonlyMap<string, readonly Buffer[]>>();

/**
 * Reads a multipart body of at most twice the size of a file. The content type loses its boundary, so that the
 * validator doesn't cache an entry for every one. In the body, each file is an empty text, which the contract validates
 * like a field; `takeFiles` replaces it.
 * @param maxBytes the size of the largest file (`x-max-bytes`)
 * @throws ApiException 400, 413, 415; ValidationFailed
 */
export function readMultipart(maxBytes: number): RequestHandler {
  const maxBodyBytes = 2 * maxBytes;
  // two files, so that the second one is an error of its field
  const parse = uploadParser({ files: 2, fileSize: maxBytes }).any();
  return (request, response, next) => {
    const { headers } = request;
    const length = Number(headers["content-length"] ?? 0);
    if (headers["transfer-encoding"] === undefined && length === 0) {
      headers["content-type"] = MULTIPART;
      request.body = {};
      return next();
    }
    const encoding = headers["content-encoding"] ?? "identity";
    if (!MULTIPART_TYPE.test(headers["content-type"] ?? "") || encoding.toLowerCase() !== "identity")
      throw new ApiException(415, "unsupported_media_type", UNSUPPORTED_UPLOAD);
    if (length > maxBodyBytes) throw tooLarge(maxBodyBytes);
    let isAnswered = false;
    const finish = (error?: unknown): void => {
      if (isAnswered) return;
      isAnswered = true;
      next(error);
    };
    watchBodySize(request, maxBodyBytes, () => finish(tooLarge(maxBodyBytes)));
    parse(request, response, (error: unknown) => {
      if (error) return finish(failureOf(error, maxBytes));
      const files = filesOf(request);
      received.set(request, files);
      request.body = {
        ...(request.body as object),
        ...Object.fromEntries([...files.keys()].map((name) => [name, ""])),
      };
      headers["content-type"] = MULTIPART;
      finish();
    });
  };
}

/** Replaces the fields by the bytes of their files. @throws ValidationFailed when a field isn't exactly one file */
export const takeFiles: RequestHandler = (request, _response, next) => {
  const files = received.get(request);
  const fields = Object.keys(request.body as object).map((name) => {
    const [file, ...others] = files?.get(name) ?? [];
    if (file === undefined) throw new ValidationFailed({ [name]: [`The ${name} must be a file.`] });
    if (others.length > 0) throw new ValidationFailed({ [name]: [`The ${name} must be a single file.`] });
    return [name, file] as const;
  });
  request.body = Object.fromEntries(fields);
  next();
};

function filesOf(request: Request): Map<string, Buffer[]> {
  const files = new Map<string, Buffer[]>();
  for (const { fieldname, buffer } of request.files as Express.Multer.File[])
    files.set(fieldname, [...(files.get(fieldname) ?? []), buffer]);
  return files;
}

function failureOf(error: unknown, maxBytes: number): Error {
  if (!(error instanceof MulterError))
    return new ApiException(400, "malformed_request", "The request body is not valid multipart/form-data.");
  if (error.code === "LIMIT_FILE_SIZE")
    return new ValidationFailed({
      [error.field ?? "body"]: [text("validation.file.size", { mib: maxBytes / MIB })],
    });
  return new ValidationFailed({ body: ["The body has too many parts, or a part that is too long."] });
}

const tooLarge = (maxBytes: number): ApiException =>
  new ApiException(413, "payload_too_large", `The request body is larger than ${maxBytes / MIB} MiB.`, {
    headers: { Connection: "close" },
  });
