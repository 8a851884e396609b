import type { Request, RequestHandler, Response } from "express";
import multer, { MulterError } from "multer";
import { MIB, uploadOptions, watchBodySize } from "../../http/upload.js";
import { ValidationFailed } from "../../lib/failures.js";
import { text, type Text } from "../../texts/translate.js";
import type { UploadedFile } from "../forms/form.js";

const MAX_FILE_BYTES = 2 * MIB;

/**
 * A file that is too large is read up to this size, so that the browser can show the error. Beyond it the connection
 * is closed.
 */
const MAX_READ_BYTES = 8 * MAX_FILE_BYTES;

/** The form's file, or the error while reading it, which is reported after the route's guards. */
export type Upload = UploadedFile | ValidationFailed | null;

const uploads = new WeakMap<Request, Upload>();
export const uploadOf = (request: Request): Upload => uploads.get(request) ?? null;

/** Reads a form with one file into memory. Forms of guests aren't read. */
export function readUpload(field: string): RequestHandler {
  const parse = multer(uploadOptions({ files: 1, fileSize: MAX_FILE_BYTES })).single(field);
  return (request, response, next) => {
    if (!request.session.signedIn || !request.is("multipart/form-data")) return next();
    cutEndlessBody(request, response);
    parse(request, response, (error: unknown) => {
      if (response.headersSent) return; // the connection was closed
      const rejected = error ? new ValidationFailed({ [field]: [sentenceOf(error)] }) : null;
      uploads.set(request, rejected ?? request.file ?? null);
      request.resume(); // reads the rest of the body
      next();
    });
  };
}

function cutEndlessBody(request: Request, response: Response): void {
  watchBodySize(request, MAX_READ_BYTES, () => {
    if (!response.headersSent) response.status(413).set("Connection", "close").end();
    request.destroy();
  });
}

const sentenceOf = (error: unknown): Text =>
  error instanceof MulterError && error.code === "LIMIT_FILE_SIZE"
    ? text("validation.file.size", { mib: MAX_FILE_BYTES / MIB })
    : text("validation.avatar.upload");
