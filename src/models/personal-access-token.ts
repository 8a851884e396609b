import type { Knex } from "knex";
import { Model } from "objection";
import { v7 as uuidv7 } from "uuid";
import { now } from "../lib/clock.js";
import { searchText } from "../lib/text/search.js";
import { OWNER_KEY } from "./lists/owner-keys.js";
import { addWords } from "./lists/search-words.js";
import type { TokenKind } from "./token-kind.js";

const OWNER_KEY_OF_ID = `(select ${OWNER_KEY} from users where users.id = ?)`;

/** A row of `personal_access_tokens`. Only the hash of the token is stored. */
export class PersonalAccessToken extends Model {
  static override tableName = "personal_access_tokens";
  static override jsonAttributes = ["scopes"];

  declare id: string;
  declare user_id: string;
  declare name: string;
  /** What the list is sorted by when it is sorted by name. */
  declare search_key: string;
  /** The owner in the form that the list is sorted by; null in rows of a former release. */
  declare owner_key: string | null;
  declare token_hash: Buffer;
  declare scopes: string[];
  /** Null in rows written by the previous release; see token-kind.ts. */
  declare kind: TokenKind | null;
  /** Whether the scopes were selected; null in older rows. A number on databases without booleans. */
  declare scopes_selected: boolean | number | null;
  /** When the owner last entered the password with this token; null means when it was issued. */
  declare confirmed_at: number | null;
  /** The bound token that created this one, personal or of a client. It ends with it. */
  declare parent_token_id: string | null;
  declare expires_at: number;
  declare revoked_at: number | null;
  declare last_used_at: number | null;
  declare last_used_ip: string | null;
  declare created_at: number;

  /** Inserts a token. */
  static async issue(knex: Knex, columns: Partial<PersonalAccessToken>): Promise<PersonalAccessToken> {
    const token = new PersonalAccessToken().$set(columns);
    token.id ??= uuidv7();
    token.created_at = now();
    token.search_key = searchText(token.name);
    const owner_key = knex.raw(OWNER_KEY_OF_ID, [token.user_id]);
    await knex("personal_access_tokens").insert({ ...token.$toDatabaseJson(), owner_key });
    await addWords(knex, "tokens", [{ id: token.id, texts: [token.name] }]);
    return token;
  }
}
