/** Of 32 random bytes about 30 are different; fewer than 22 occur once in 10^11 keys. */
const FEWEST_BYTES = 22;
/** Steps from one byte to the next repeat in sequences and in repeated patterns, and hardly ever in random keys. */
const FEWEST_STEPS = 22;
/** Of 32 random characters of base64 about 25 are different; hexadecimal ones can't be more than 16. */
const FEWEST_CHARACTERS = 8;

/** Whether 32 bytes look made up: a repeated or sequential pattern, or a text. Random bytes pass. */
export function isGuessableKey(key: Buffer): boolean {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || new Set(key).size < FEWEST_BYTES || stepsOf(key).size < FEWEST_STEPS;
}

/** Whether a token looks made up: few characters, a repeated or sequential pattern, or words. */
export function isGuessableToken(token: string): boolean {
  const isWords = /^[A-Z]?[a-z]+([-_. ][A-Z]?[a-z]+)*[-_. ]?\d{0,4}$/.test(token);
  const distinct = new Set(token).size;
  return isWords || distinct < FEWEST_CHARACTERS || stepsOf(Buffer.from(token)).size < FEWEST_CHARACTERS;
}

const stepsOf = (bytes: Buffer): Set<number> =>
  new Set(Array.from(bytes.subarray(1), (byte, index) => (byte - bytes[index]! + 256) % 256));
