import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { forgetReplacedEmails } from "../../db/accounts/email/write-email.ts";
import { lockUser } from "../../db/accounts/guard/lock-rows.ts";
import { erasePerson } from "../../db/accounts/registration/erase-person.ts";
import { unlinkAllIdentities } from "../../db/accounts/registration/unlink-all-identities.ts";
import { User } from "../../db/accounts/user.ts";
import { dropActorRow, saveActorRow, seeActor } from "../../db/outbox/actor-rows.ts";
import { forgetExport } from "../../db/privacy/write-export.ts";
import { clockNow, transact, type Tx } from "../../db/transact.ts";
import { accountDeletionActorId, judgeDeletion } from "../../rules/privacy/account-deletion.ts";
import { type ActorAgenda, agendaUntil, NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import { emitDeletion } from "./change-deletion.ts";
import { announceDeleted, endSlices } from "../accounts/account-hook.ts";
import { revokeSessions } from "../accounts/sessions/revoke-sessions.ts";
import type { Hooks } from "../hooks.ts";

/** Stands where a request would: nobody asks for this, time does. */
const REQUEST_ID = "account-deletion";

/** What a deletion is made final with. */
export interface ErasureDeps {
  readonly em: SqlEntityManager;
  /** Whoever follows what is deleted is told of it. */
  readonly hooks: Hooks;
  /** Marks that this account is erased, where no backup of the database takes it back; again, the mark is renewed. */
  readonly markErased: (userId: string) => Promise<void>;
}

/** Whose deletion. */
export interface SettleAccountDeletionInput {
  readonly userId: string;
}

/**
 * Looks at an account's deletion under its lock: it waits while the grace lasts, and is final after:
 * `deletedAt` is set, sessions end, every room that follows accounts ends or erases what is its own, sign-ins
 * are unlinked and the person erased (docs/personal-data.md). What is too much for one transaction ends before that, slice by slice:
 * as long as there is any it answers that it is due now. Safe to run at any time and any number of times;
 * early, it changes nothing and answers the remaining time.
 *
 * Nothing is erased before its mark stands, which no transaction takes back: killed in between, the mark says what is
 * about to be, since nobody calls a deletion off that is due.
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
    // Due since the first look, it is looked at again.
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

/** Under the lock, so that whoever is calling the deletion off in time has done so, and nobody does any more. */
async function isDue(tx: Tx, userId: string): Promise<boolean> {
  await lockUser(tx, userId);
  const user = await tx.findOne(User, userId);
  return user !== null && judgeDeletion(user, await clockNow(tx)).kind === "DUE";
}

/** @returns false while something is left to be ended first. */
async function deleteUser(
  tx: Tx,
  { user, now }: { readonly user: User; readonly now: Date },
  hooks: Hooks,
): Promise<boolean> {
  const { id: userId } = user;
  const account = { userId, now, requestId: REQUEST_ID };
  if (await endSlices(tx, hooks.accounts, account)) return false;
  // A session opened since is one that came to call the deletion off, and did not.
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
