import type { DeviceSurface } from "../../../contract/accounts/vocabulary.ts";
import type {
  NotificationSeverity,
  PushProvider,
} from "../../../contract/notifications/vocabulary.ts";

/** What a phone shows, and what its app opens; generic words and ids only. */
export interface PushMessage {
  readonly token: string;
  readonly surface: DeviceSurface;
  /** The delivery's id. */
  readonly pushId: string;
  /** On one phone a message takes the place of an earlier one of the same key. */
  readonly collapseKey: string;
  readonly severity: NotificationSeverity;
  readonly title: string;
  readonly body: string;
  /** The number on the app's icon; null leaves it as it is. */
  readonly badge: number | null;
  readonly content: Readonly<Record<string, string>>;
}

/** What the provider said; `code` is its own word for it. */
export type PushAnswer =
  | { readonly kind: "SENT" }
  /** The token leads nowhere any more. */
  | { readonly kind: "TOKEN_DEAD"; readonly code: string }
  /** This message is not taken, now or later. */
  | { readonly kind: "REFUSED"; readonly code: string }
  /** To be tried again, after this pause where the provider names one. */
  | { readonly kind: "LATER"; readonly code: string; readonly retryAfterSeconds: number };

/** Hands messages to one provider. What it cannot tell from a bad moment it throws. */
export interface PushSender {
  send(message: PushMessage): Promise<PushAnswer>;
  /** Ends its connections. */
  close(): void;
}

/** The senders of an installation; null for a provider that is not set up. */
export type PushSenders = Readonly<Record<PushProvider, PushSender | null>>;

/** How long a phone that is switched off may find it when it comes back. */
export const PUSH_LIFETIME_SECONDS = 24 * 60 * 60;
