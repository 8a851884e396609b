import type { Request, RequestHandler, Response } from "express";
import multer, { MulterError, type StorageEngine } from "multer";
import { STREAMED_FIELD } from "../../contract/uploads.js";
import {
  MAX_IMPORT_BYTES,
  removeUpload,
  storeUpload,
  type StoredUpload,
} from "../../domain/import/imports.js";
import type { Services } from "../../domain/services.js";
import { admitUpload } from "../../http/arrival.js";
import {
  MIB,
  streamedTo,
  streamedUploadOptions,
  uploadOptions,
  watchBodySize,
  type StreamedFile,
} from "../../http/upload.js";
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
export type Upload = UploadedFile | StoredUpload | ValidationFailed | null;

const uploads = new WeakMap<Request, Upload>();
export const uploadOf = (request: Request): Upload => uploads.get(request) ?? null;

/** Reads a form with one file into memory, or stores a large one while it arrives. Forms of guests aren't read. */
export function readUpload(services: Services, field: string): RequestHandler {
  const isLarge = field === STREAMED_FIELD;
  const maxBytes = isLarge ? MAX_IMPORT_BYTES : MAX_FILE_BYTES;
  const options = isLarge
    ? streamedUploadOptions(storageOf(services), maxBytes)
    : uploadOptions({ files: 1, fileSize: maxBytes });
  const parse = multer(options).single(field);
  return (request, response, next) => {
    if (!request.session.signedIn || !request.is("multipart/form-data")) return next();
    cutEndlessBody(request, response, isLarge ? 2 * maxBytes : MAX_READ_BYTES);
    if (isLarge) admitUpload(request);
    parse(request, response, (error: unknown) => {
      if (response.headersSent) return; // the connection was closed
      const rejected = error ? new ValidationFailed({ [field]: [sentenceOf(error, field, maxBytes)] }) : null;
      const file: StreamedFile<StoredUpload> | undefined = request.file;
      uploads.set(request, rejected ?? file?.stored ?? file ?? null);
      request.resume(); // reads the rest of the body
      next();
    });
  };
}

const storageOf = (services: Services): StorageEngine =>
  streamedTo(
    (name, content) => storeUpload(services, name, content),
    (file) => removeUpload(services, file),
  );

/** Removes the stored file of a rejected form. */
export async function removeRejectedUpload(services: Services, request: Request): Promise<void> {
  const file: StreamedFile<StoredUpload> | undefined = request.file;
  if (file?.stored) await removeUpload(services, file.stored);
}

function cutEndlessBody(request: Request, response: Response, maxBytes: number): void {
  watchBodySize(request, maxBytes, () => {
    if (!response.headersSent) response.status(413).set("Connection", "close").end();
    request.destroy();
  });
}

const sentenceOf = (error: unknown, field: string, maxBytes: number): Text =>
  error instanceof MulterError && error.code === "LIMIT_FILE_SIZE"
    ? text(field === STREAMED_FIELD ? "import.too_large" : "validation.file.size", { mib: maxBytes / MIB })
    : text(field === STREAMED_FIELD ? "import.choose" : "validation.avatar.upload");
