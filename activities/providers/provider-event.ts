import { v5 as uuidv5 } from "uuid";
import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/platform/new-id.ts";

/** An event about a provider. */
export function providerEvent(
  type: Extract<EventType, `AuthProvider${string}` | `ProviderClaims${string}`>,
  providerKey: string,
  more: { readonly version?: number; readonly refs?: DomainEvent["refs"] } = {},
): DomainEvent {
  const { version = 0, refs = {} } = more;
  const subjectId = providerSubjectId(providerKey);
  return { eventId: newId(), type, subjectId, version, refs: { providerKey, ...refs } };
}

/** UUID namespace for ids derived from provider keys. */
const PROVIDER_SPACE = "6f1d7c58-5d0b-4c0e-9f3c-9b7f6f5e2a41";

/** The subject id of a provider in events, derived from its key. */
export function providerSubjectId(providerKey: string): string {
  return uuidv5(providerKey, PROVIDER_SPACE);
}
