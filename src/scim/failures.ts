/** The keyword of a failure (RFC 7644, section 3.12). */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "uniqueness"
  | "tooMany"
  | "noTarget";

/** A request that breaks the protocol, or asks for what this service doesn't do. */
export class ScimFailure extends Error {
  constructor(
    readonly status: number,
    readonly scimType: ScimType | null,
    message: string,
  ) {
    super(message);
  }
}

export const invalidValue = (message: string): ScimFailure => new ScimFailure(400, "invalidValue", message);
export const invalidPath = (path: unknown): ScimFailure =>
  new ScimFailure(400, "invalidPath", `The path ${JSON.stringify(path)} isn't valid.`);
