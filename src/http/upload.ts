import type { Readable } from "node:stream";
import type { Request } from "express";
import multer from "multer";

export const MIB = 1024 * 1024;

/** For forms with small files, which are read into memory. @param limits the most files, and the largest size in bytes */
export const uploadOptions = (limits: { files: number; fileSize: number }): multer.Options => ({
  storage: multer.memoryStorage(),
  limits: {
    ...limits,
    fields: 10,
    fieldNameSize: 64,
    fieldSize: 4096,
    fieldNestingDepth: 0,
    fieldArrayIndexLimit: 0,
    parts: 12,
    headerPairs: 50,
  },
});

/** For a form with one large file, which is stored while it arrives, and many boxes to check. */
export function streamedUploadOptions(storage: multer.StorageEngine, fileSize: number): multer.Options {
  const { limits, ...options } = uploadOptions({ files: 1, fileSize });
  return {
    ...{ ...options, storage },
    limits: { ...limits, fields: 20, parts: 22 },
    defParamCharset: "utf8", // of the file's name
  };
}

/** A file of a form that `streamedTo` has stored. */
export interface StreamedFile<Stored> extends Express.Multer.File {
  stored?: Stored;
}

/** @param remove is called with a stored file when the rest of the form is rejected */
export const streamedTo = <Stored>(
  store: (name: string, content: Readable) => Promise<Stored>,
  remove: (stored: Stored) => Promise<void>,
): multer.StorageEngine => ({
  _handleFile: (_request, { originalname, stream }, callback) => {
    store(originalname, stream).then(
      (stored) => callback(null, { stored } as object),
      (error: unknown) => callback(error),
    );
  },
  _removeFile: (_request, file: StreamedFile<Stored>, callback) => {
    if (file.stored === undefined) return callback(null);
    remove(file.stored).then(
      () => callback(null),
      (error: Error) => callback(error),
    );
  },
});

/** Calls back once when more than this many bytes of the body have arrived. */
export function watchBodySize(request: Request, maxBytes: number, onExceeded: () => void): void {
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received <= maxBytes) return;
    request.off("data", count);
    onExceeded();
  };
  request.on("data", count);
}
