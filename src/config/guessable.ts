/** 32 random bytes have about 30 different values; fewer than 22 occur once in 10^11 keys. */
const FEWEST_BYTES = 22;
/** Differences between neighbouring bytes repeat in sequences and patterns, but hardly ever in random keys. */
const FEWEST_STEPS = 22;
/** 32 random base64 characters have about 25 different ones; hexadecimal text has at most 16. */
const FEWEST_CHARACTERS = 8;

/** Whether 32 bytes look invented: a repeated or sequential pattern, or a text. Random bytes pass. */
export function isGuessableKey(key: Buffer): boolean {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || new Set(key).size < FEWEST_BYTES || stepsOf(key).size < FEWEST_STEPS;
}

/** Whether a token looks invented: few characters, a repeated or sequential pattern, or words. */
export function isGuessableToken(token: string): boolean {
  const isWords = /^[A-Z]?[a-z]+([-_. ][A-Z]?[a-z]+)*[-_. ]?\d{0,4}$/.test(token);
  const distinct = new Set(token).size;
  return isWords || distinct < FEWEST_CHARACTERS || stepsOf(Buffer.from(token)).size < FEWEST_CHARACTERS;
}

const stepsOf = (bytes: Buffer): Set<number> =>
  new Set(Array.from(bytes.subarray(1), (byte, index) => (byte - bytes[index]! + 256) % 256));
