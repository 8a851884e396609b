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
