import { accountDeletionActor } from "../../contract/privacy/account-deletion-actor.ts";
import type { UserStatus } from "../../contract/accounts/vocabulary.ts";
import { deletionDueAt } from "../accounts/deletion-due-at.ts";

/** Derives the stage from instants alone, independent of the actor's progress. */
export function judgeDeletion(
  account: {
    readonly status: UserStatus;
    readonly deletionRequestedAt: Date | null;
    readonly deletedAt: Date | null;
  },
  now: Date,
): DeletionStage {
  const { status, deletionRequestedAt, deletedAt } = account;
  if (deletedAt !== null) return { kind: "DELETED" };
  if (status !== "PENDING_DELETION" || deletionRequestedAt === null) return { kind: "NONE" };
  const dueAt = deletionDueAt(deletionRequestedAt);
  return { kind: dueAt <= now ? "DUE" : "GRACE", dueAt };
}

/** Workflow id of the actor that waits for the end of a deletion's grace period. */
export function accountDeletionActorId(userId: string): string {
  return accountDeletionActor.idOf({ userId });
}

/** The stage of an account's deletion. */
export type DeletionStage =
  | { readonly kind: "NONE" }
  | { readonly kind: "GRACE"; readonly dueAt: Date }
  | { readonly kind: "DUE"; readonly dueAt: Date }
  | { readonly kind: "DELETED" };
