import type { LegalVersions } from "../../contract/accounts/terms-schema.ts";
import type { SessionSignIn } from "./sessions/open-app-session.ts";

/** Fields that both registrations send. */
export interface RegistrationForm {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly termsVersion: string;
  readonly privacyVersion: string;
}

/** The origin of a registration: address and user agent as keyed hashes, and the legal versions in force. */
export interface RegistrationOrigin {
  readonly requestId: string;
  readonly ipHash: string;
  readonly userAgentHash: string;
  /** First half of its network's address. */
  readonly network: string | null;
  readonly inForce: LegalVersions;
}

/** The sign-in of a client app, with its session. */
export type ClientSignIn = SessionSignIn;

/** An invited person registers. */
export interface ClientRegistration extends RegistrationForm {
  readonly identity: ClientSignIn;
  readonly invitationToken: string;
  readonly validationId: string;
  /** Keyed hash of the app's device id; null if the app sends none. */
  readonly deviceIdHash: string | null;
  readonly origin: RegistrationOrigin;
}
