import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";

const DAY_MS = 86_400_000;

/** When a requested deletion is final: until then it can be called off (docs/rooms/accounts.md#deletion). */
export function deletionDueAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + DELETION_GRACE_DAYS * DAY_MS);
}

/** When a deletion was requested that is final at an instant. */
export function deletionRequestedFor(dueAt: Date): Date {
  return new Date(dueAt.getTime() - DELETION_GRACE_DAYS * DAY_MS);
}
