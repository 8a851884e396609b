import type { CDPSession } from "playwright-core";
import type { Visit } from "./chromium.js";

interface Credential {
  credentialId: string;
  privateKey: string;
  isResidentCredential: boolean;
  rpId?: string;
  userHandle?: string;
  signCount: number;
}

/** Chromium's authenticator for tests, in one browser: a platform authenticator with resident keys that verifies the user. */
export class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  static async in(visit: Visit): Promise<VirtualAuthenticator> {
    const session = await visit.context.newCDPSession(visit.page);
    await session.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        ctap2Version: "ctap2_1",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
        defaultBackupEligibility: true,
        defaultBackupState: true,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  async credentials(): Promise<Credential[]> {
    const answer = await this.session.send("WebAuthn.getCredentials", { authenticatorId: this.id });
    return answer.credentials as Credential[];
  }

  /** Carries the passkeys into another browser, as a provider that syncs them does. */
  async add(credentials: readonly Credential[]): Promise<void> {
    for (const credential of credentials)
      await this.session.send("WebAuthn.addCredential", { authenticatorId: this.id, credential });
  }

  /** Whether the user passes the check of the screen lock. */
  async setUserVerified(isUserVerified: boolean): Promise<void> {
    await this.session.send("WebAuthn.setUserVerified", { authenticatorId: this.id, isUserVerified });
  }
}
