import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { forgetReplacedEmails } from "../../db/accounts/email/change-email.ts";
import { lockUser } from "../../db/accounts/guard/lock-user.ts";
import { erasePerson } from "../../db/accounts/registration/erase-person.ts";
import { unlinkAllIdentities } from "../../db/accounts/registration/unlink-all-identities.ts";
import { User } from "../../db/accounts/user.ts";
import { dropActorRow, saveActorRow, seeActor } from "../../db/outbox/actor-rows.ts";
import { forgetExport } from "../../db/privacy/begin-export.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { accountDeletionActorId, judgeDeletion } from "../../rules/privacy/judge-deletion.ts";
import { type ActorAgenda, agendaUntil, NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import { emitDeletion } from "./emit-deletion.ts";
import { announceDeleted, endSlices } from "../accounts/account-hook.ts";
import { revokeSessions } from "../accounts/sessions/revoke-sessions.ts";
import type { Hooks } from "../hooks.ts";

/**
 * Settles an account's deletion under its lock. During the grace period it waits. Afterwards the deletion is final:
 * it sets `deletedAt`, ends sessions and unlinks sign-ins. Every room that follows accounts ends or erases its data,
 * and the person is erased (docs/personal-data.md). Data that is too much for one transaction ends first, slice by
 * slice; until then the act returns that it is due now. Safe to run at any time and any number of times; before the
 * deadline it changes nothing and returns the remaining time.
 *
 * The mark is written before anything is erased, and no transaction can undo it. If the process dies in between, the
 * mark is still right: a due deletion can no longer be cancelled.
 */
export async function settleAccountDeletion(
  { em, hooks, markErased }: ErasureDeps,
  { userId }: SettleAccountDeletionInput,
): Promise<ActorAgenda<"DELETION">> {
  const isMarked = await transact(em, (tx) => isDue(tx, userId));
  if (isMarked) await markErased(userId);
  return await transact(em, async (tx) => {
    await lockUser(tx, userId);
    const seen = await seeActor(tx, accountDeletionActorId(userId));
    const user = await tx.findOne(User, userId);
    const now = await clockNow(tx);
    const stage = user === null ? null : judgeDeletion(user, now);
    const isOver = user !== null && stage?.kind === "DUE";
    // If it became due only after the first check, the act runs again.
    const goesOn = isOver && !(isMarked && (await deleteUser(tx, { user, now }, hooks)));
    if (stage?.kind !== "GRACE" && !goesOn) {
      await dropActorRow(tx, seen);
      return stage?.kind === "DUE" ? { ...NOTHING_WAITS, did: ["DELETED"] } : NOTHING_WAITS;
    }
    const { dueAt } = stage;
    await saveActorRow(tx, { ...seen, dueAt, dueReason: "DELETION", settledAt: now });
    const agenda = agendaUntil({ at: dueAt, reason: "DELETION" }, now);
    return goesOn && isMarked ? { ...agenda, did: ["SLICE_ENDED"] } : agenda;
  });
}

/** Takes the place of a request id: time triggers this, not a request. */
const REQUEST_ID = "account-deletion";

/** Dependencies of making a deletion final. */
export interface ErasureDeps {
  readonly em: SqlEntityManager;
  /** The rooms to notify of the deletion. */
  readonly hooks: Hooks;
  /** Marks this account as erased, in a store that no database backup can undo. A repeated call renews the mark. */
  readonly markErased: (userId: string) => Promise<void>;
}

export interface SettleAccountDeletionInput {
  readonly userId: string;
}

/** Under the lock, so that a cancellation in time has committed and no later one can. */
async function isDue(tx: Tx, userId: string): Promise<boolean> {
  await lockUser(tx, userId);
  const user = await tx.findOne(User, userId);
  return user !== null && judgeDeletion(user, await clockNow(tx)).kind === "DUE";
}

/** @returns false while something must be ended first. */
async function deleteUser(
  tx: Tx,
  { user, now }: { readonly user: User; readonly now: Date },
  hooks: Hooks,
): Promise<boolean> {
  const { id: userId } = user;
  const account = { userId, now, requestId: REQUEST_ID };
  if (await endSlices(tx, hooks.accounts, account)) return false;
  // A session opened since the request was opened to cancel the deletion; the user did not cancel.
  const ending = { userId, which: { kind: "ALL" }, reason: "ACCOUNT_DELETION" } as const;
  const sessions = { ...ending, actor: userId, requestId: REQUEST_ID };
  await revokeSessions(tx, sessions, hooks.sessions);
  await announceDeleted(tx, hooks.accounts, account);
  await unlinkAllIdentities(tx, userId, now);
  await forgetReplacedEmails(tx, userId);
  tx.assign(user, { deletedAt: now, updatedAt: now });
  await tx.flush();
  await erasePerson(tx, user);
  await forgetExport(tx, userId);
  await emitDeletion(tx, { userId, type: "UserDeleted", requestId: null, now });
  return true;
}
