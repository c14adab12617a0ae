import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";

/** When a requested deletion becomes final. Until then it can be canceled (docs/rooms/accounts.md#deletion). */
export function deletionDueAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + DELETION_GRACE_DAYS * DAY_MS);
}

const DAY_MS = 86_400_000;

/** When the deletion that becomes final at `dueAt` was requested. */
export function deletionRequestedFor(dueAt: Date): Date {
  return new Date(dueAt.getTime() - DELETION_GRACE_DAYS * DAY_MS);
}
