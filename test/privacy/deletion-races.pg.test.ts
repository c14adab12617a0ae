import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { lockOpenAccount } from "../../activities/accounts/lock-open-account.ts";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { cancelAccountDeletion } from "../../activities/privacy/cancel-account-deletion.ts";
import { askExport } from "../../activities/privacy/export/ask-export.ts";
import { settleAccountExport } from "../../activities/privacy/export/settle-account-export.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { AuthIdentity } from "../../db/accounts/auth-identity.ts";
import { FORMER_CLIENT } from "../../db/accounts/registration/erase-person.ts";
import { User } from "../../db/accounts/user.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { AccountExport } from "../../db/privacy/account-export.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { deletionRequestedFor } from "../../rules/accounts/deletion-due-at.ts";
import { hooks } from "../../workers/hooks.ts";
import { requestedExport } from "../factories/privacy/account-export.ts";
import { codeOf } from "../factories/code-of.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { type BuiltScope, buildScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const ROUNDS = campaignSize("RACE_ROUNDS", 2);

/** Milliseconds that may be left of the grace period when all start. */
const LEFT_MS = [0, 80, 5, 20];

const change = (userId: string) => ({ userId, requestId: "race" });
const marked = new Set<string>();
const deps = { ...erasureDeps(em), markErased: async (userId: string) => void marked.add(userId) };

const ERASED = {
  status: "PENDING_DELETION",
  isDeleted: true,
  isNamed: false,
  isMarked: true,
  hasSignIn: false,
  hasDays: false,
  isCoached: false,
  cancelled: 0,
  deleted: 1,
};
const STAYS = {
  isDeleted: false,
  isNamed: true,
  isMarked: false,
  hasSignIn: true,
  hasDays: true,
  isCoached: true,
  cancelled: 1,
  deleted: 0,
};

test(`a deletion that is cancelled, requested again and made final at once, during an export, ${ROUNDS} times: the person stays complete or is erased completely, once`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leftMs = LEFT_MS[round % LEFT_MS.length] ?? 0;
    const { scope, exportId } = await leaving(leftMs);
    const { clientUserId: userId } = scope;
    const codes = new Map<string, string | null>();
    const acts: (() => Promise<unknown>)[] = [
      async () =>
        codes.set(
          "cancel",
          await codeOf(transact(em, (tx) => cancelAccountDeletion(tx, change(userId)))),
        ),
      () => settle(userId),
      async () =>
        codes.set(
          "request",
          await codeOf(
            transact(em, (tx) => requestAccountDeletion(tx, change(userId), hooks.sessions)),
          ),
        ),
      () => settleAccountExport(em, { exportId }),
      async () => sleep(leftMs).then(() => settle(userId)),
      () =>
        codeOf(
          transact(em, async (tx) => {
            await lockOpenAccount(tx, userId);
            await askExport(tx, change(userId));
          }),
        ),
    ];
    const turn = round % acts.length;
    await Promise.all([...acts.slice(turn), ...acts.slice(0, turn)].map((act) => act()));
    // An attempt that came too early has waited by now.
    await sleep(leftMs);
    await settle(userId);
    const found = await stateOf(scope);
    const exports = await em.fork().count(AccountExport, { userId });
    if (codes.get("cancel") === null) {
      const status = codes.get("request") === null ? "PENDING_DELETION" : "ACTIVE";
      expect(found).toEqual({ ...STAYS, status });
    } else {
      expect(Object.fromEntries(codes)).toEqual({
        cancel: "USER_DELETED",
        request: "STATE_CONFLICT",
      });
      expect([found, exports]).toEqual([ERASED, 0]);
    }
  }
});

/** Settles until nothing is due at once. */
async function settle(userId: string): Promise<void> {
  while ((await settleAccountDeletion(deps, { userId })).dueInMs === 0);
}

/** A client with a past day and an export in progress, whose grace period is about to end. */
async function leaving(leftMs: number) {
  const scope = await buildScope(em);
  const { clientUserId: userId } = scope;
  const exportId = await requestedExport(em, userId);
  await transact(em, async (tx) => {
    await requestAccountDeletion(tx, change(userId), hooks.sessions);
    const dueAt = new Date((await clockNow(tx)).getTime() + leftMs);
    await tx.nativeUpdate(
      User,
      { id: userId },
      { deletionRequestedAt: deletionRequestedFor(dueAt) },
    );
  });
  return { scope, exportId };
}

/** The rows of a person: all of them, or none. */
async function stateOf({ clientUserId: userId, relationshipId }: BuiltScope) {
  const fork = em.fork();
  const { status, deletedAt, displayName } = await fork.findOneOrFail(User, userId);
  const countEvents = (type: "AccountDeletionCancelled" | "UserDeleted") =>
    fork.count(OutboxRow, { subjectId: userId, type, consumer: "event-feed" });
  const { status: coaching } = await fork.findOneOrFail(Relationship, relationshipId);
  return {
    status,
    isDeleted: deletedAt !== null,
    isNamed: displayName !== FORMER_CLIENT,
    isMarked: marked.has(userId),
    hasSignIn: (await fork.count(AuthIdentity, { userId, unlinkedAt: null })) > 0,
    hasDays: (await fork.count(AgendaTask, { relationshipId })) > 0,
    isCoached: coaching !== "ENDED",
    cancelled: await countEvents("AccountDeletionCancelled"),
    deleted: await countEvents("UserDeleted"),
  };
}
