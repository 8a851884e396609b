/** Fields of an operation that the generator derives from the rest of the document. A released document has none. */
export const DERIVED = /** @type {const} */ (["x-codeSamples", "x-middleware", "x-permission"]);
