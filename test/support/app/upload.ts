const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** A picture of one pixel. */
export const PIXEL = Buffer.from(PNG, "base64");

/** A multipart body with files, for `ApiClient`. */
export class Upload {
  constructor(readonly files: readonly { field: string; bytes: Buffer; name?: string; type?: string }[]) {}
}

/** A multipart body with one picture. */
export const picture = (bytes: Buffer = PIXEL, field = "avatar"): Upload => new Upload([{ field, bytes }]);
