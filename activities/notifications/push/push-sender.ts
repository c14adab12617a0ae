import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type {
  NotificationSeverity,
  PushProvider,
} from "../../../contract/notifications/vocabulary.ts";

/** Sends messages to one provider. It throws anything that may be a transient failure. */
export interface PushSender {
  send(message: PushMessage): Promise<PushAnswer>;
  /** Closes its connections. */
  close(): void;
}

/** The push that a phone shows, and what its app opens; generic text and ids only. */
export interface PushMessage {
  readonly token: string;
  readonly surface: DeviceSurface;
  /** The delivery's id. */
  readonly pushId: string;
  /** On a phone, a message replaces an earlier one with the same key. */
  readonly collapseKey: string;
  readonly severity: NotificationSeverity;
  readonly title: string;
  readonly body: string;
  /** The number on the app's icon; null leaves it unchanged. */
  readonly badge: number | null;
  readonly content: Readonly<Record<string, string>>;
}

/** The provider's answer; `code` is the provider's own. */
export type PushAnswer =
  | { readonly kind: "SENT" }
  /** The token is dead. */
  | { readonly kind: "TOKEN_DEAD"; readonly code: string }
  /** This message is refused for good. */
  | { readonly kind: "REFUSED"; readonly code: string }
  /** Retry, after this pause if the provider names one. */
  | { readonly kind: "LATER"; readonly code: string; readonly retryAfterSeconds: number };

/** The senders of an installation; null for a provider that is not configured. */
export type PushSenders = Readonly<Record<PushProvider, PushSender | null>>;

/** How long the provider keeps a message for a phone that is switched off. */
export const PUSH_LIFETIME_SECONDS = 24 * 60 * 60;
