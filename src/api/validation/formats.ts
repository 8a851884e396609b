import type { Format } from "ajv";
import { fastFormats } from "ajv-formats/dist/formats.js";

/** The formats of the contract that aren't standard, for every validator. */
export const FORMATS = { "well-formed-text": (text: string): boolean => text.isWellFormed() };

/** All formats of validators made by the build. express-openapi-validator, too, uses the fast variant of the standard ones. */
export const ALL_FORMATS: Readonly<Record<string, Format>> = { ...fastFormats, ...FORMATS };
