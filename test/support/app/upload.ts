import { PIXEL } from "../../../scripts/contract/sample-picture.js";

export { PIXEL };

/** A multipart body with files, for `ApiClient`. */
export class Upload {
  constructor(readonly files: readonly { field: string; bytes: Buffer; name?: string; type?: string }[]) {}
}

/** A multipart body with one picture. */
export const picture = (bytes: Buffer = PIXEL, field = "avatar"): Upload => new Upload([{ field, bytes }]);
