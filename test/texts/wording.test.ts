import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { shippedDocument, shippedOAuthDocument } from "../../src/contract/document.js";
import { tr } from "../../src/texts/tr/catalogue.js";
import { en } from "../../src/texts/en/catalogue.js";

/** Word → what to write instead. */
const BANNED: Record<string, string> = {
  whoever: "the person or the role",
  somebody: "someone",
  "at once": "immediately",
  anew: "again",
  meanwhile: "since",
  besides: "also",
  "by the way": "(nothing)",
  "goes? on": "continue",
  "going on": "continuing",
  "(un)?tick(s|ed|ing)?": "select",
  living: "active",
  alive: "active",
  dead: "expired or revoked",
  "log(s|ged|ging)? (in|out)": "sign in, sign out",
  "as far as": "(say when)",
  "stands? (above|in|for)": "(say what it is)",
  "is (so )?no more": "ended",
  "at present": "currently",
  "wants? to act for": "access the account",
  "look into": "check",
  "on a desk": "on the desktop",
  "robots?": "bots",
  "fill in this field": "Enter …",
};
const BANNED_WORDS = new RegExp(`\\b(${Object.keys(BANNED).join("|")})\\b`, "i");

/** Names that docs/glossary.md replaces. */
const REPLACED_NAMES = [
  "AccessTokenFacts announceRefusal answerOf AnyReply assertSender Authenticated beyondEnd byIndex",
  "Caller callerKey deviceInWords Distrust distrust distrusted DONE_BEFORE eventInWords examineCopy",
  "failureAnswer Family forgetStatement Holder holdsOf IdTokenFacts isRefused isTurnOver",
  "LastingRefusal lockPatience MailRefused nextTurn noteOpened openings owedMs partly Patience",
  "PATIENCE placeAt ProviderRefused pushedIn refusal Refusal refuse Reply replyWithList Round",
  "RowRefused senderOf sendMessage sentParameters servedForever spendCode spendDifference",
  "takeAnswer takeCode timesOpened timesSent TokenFacts Visitor WebReply whereAmong",
].flatMap((line) => line.split(" "));
const REPLACED = new RegExp(`\\b(${REPLACED_NAMES.join("|")})\\b`);

/** Every text of a document, with its place. */
function textsOf(node: unknown, place = "#"): [place: string, text: string][] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === "string" && ["description", "summary", "message", "explanation"].includes(name)
      ? [[`${place}/${name}`, value]]
      : textsOf(value, `${place}/${name}`),
  );
}

describe("The wording", () => {
  const expectPlain = (texts: [place: string, text: string][]): void => {
    const found = texts.flatMap(([place, text]) => {
      const [word] = BANNED_WORDS.exec(text) ?? [];
      return word === undefined ? [] : [`${place}: “${word}” in “${text}”`];
    });
    expect(found.join("\n")).to.equal("");
  };

  it("of screens and mails has no banned words", () => {
    // what people type into the search isn't what the screens say
    expectPlain(Object.entries(en).filter(([key]) => !key.startsWith("search.words.")));
  });

  it("of screens and mails is British", () => {
    const american =
      /\b\w*(recogniz|organiz|authoriz(?:e|ed|es|ing)\b|customiz|summariz|behavior|canceled|favorite|gray)\w*|\bcolor\w*|\bcenter\w*/i;
    const found = Object.entries(en).filter(
      ([key, text]) => !key.startsWith("search.words.") && american.test(text),
    );
    expect(found).to.deep.equal([]);
  });

  it("of Turkish texts has a word of its own for tokens, client secrets, set-up keys and names of roles", () => {
    const keys = /(erişim|yenileme|kimlik) anahtar|istemci gizli anahtar|kurulum anahtar|Kayda izin/i;
    expect(Object.entries(tr).filter(([, text]) => keys.test(text))).to.deep.equal([]);
    expect(tr["roles.name"]).not.to.match(/anahtar/i);
    expect(tr["tokens.once.label"]).to.equal("Jeton");
  });

  it("of Turkish texts has one word for tokens, permissions, restoring and the second factor", () => {
    const others = /belirteç|belirtec|izn(i|e) |izinlerin|geri yükle(?!n)|ikinci faktör|pano|\bspam\b/i;
    const found = Object.entries(tr).filter(
      ([key, text]) => !key.startsWith("search.words.") && others.test(text),
    );
    expect(found).to.deep.equal([]);
  });

  it("of the contracts has no banned words", () => {
    expectPlain([...textsOf(shippedDocument()), ...textsOf(shippedOAuthDocument())]);
  });

  it("of the code has no names that the glossary replaces", () => {
    const files = (readdirSync("src", { recursive: true }) as string[]).filter((file) =>
      file.endsWith(".ts"),
    );
    const found = files.flatMap((file) => {
      const [name] = REPLACED.exec(readFileSync(join("src", file), "utf8")) ?? [];
      return name === undefined ? [] : [`${file}: ${name}`];
    });
    expect(found).to.deep.equal([]);
  });

  it("of buttons, labels and titles ends without a full stop", () => {
    const named = /^(?!validation\.).*\.(submit|confirm|title|label|cancel|action)$/;
    const stopped = Object.entries(en).filter(([key, text]) => named.test(key) && text.endsWith("."));
    expect(stopped.map(([key]) => key)).to.deep.equal([]);
  });
});
