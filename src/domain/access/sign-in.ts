/** How the user signed in: the last factor that was asked for. */
export type SignInMethod = "password" | "code" | "recovery_code" | "passkey" | "provider";

/** How the user of a session or of a token from signing in proved who they are. */
export interface SignIn {
  /** The last factor; undefined for a token, and for a session that an older version started. */
  method?: SignInMethod | undefined;
  /** The provider at which they did, also with a second factor here. */
  providerId?: string | undefined;
  /** When they did it last, in milliseconds since the epoch. */
  at: number;
}
