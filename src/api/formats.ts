/** The formats of the contract that aren't standard, for every validator. */
export const FORMATS = { "well-formed-text": (text: string): boolean => text.isWellFormed() };
