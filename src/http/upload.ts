import type { Request } from "express";
import multer from "multer";

export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;

/** Reads forms with small files into memory. @param files the most files, after which reading fails */
export const uploadParser = (files: number): multer.Multer =>
  multer({
    storage: multer.memoryStorage(),
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files,
      fields: 10,
      fieldNameSize: 64,
      fieldSize: 4096,
      fieldNestingDepth: 0,
      fieldArrayIndexLimit: 0,
      parts: 12,
      headerPairs: 50,
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
