import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import { settleAccountExport } from "../activities/privacy/export/settle-account-export.ts";
import { SLICE_FACTS } from "../activities/privacy/export/write-slice.ts";
import { settleAccountDeletion } from "../activities/privacy/settle-account-deletion.ts";
import { removeMember } from "../activities/workspaces/remove-member.ts";
import { FORM_LIMITS } from "../contract/forms/vocabulary.ts";
import { CSV_PEOPLE, CSV_SLICE } from "../contract/invitations/vocabulary.ts";
import { PLAN_LIMITS } from "../contract/plans/vocabulary.ts";
import { openDatabase } from "../db/open-database.ts";
import { IdempotencyKeyRow } from "../db/platform/idempotency-key-row.ts";
import { transact } from "../db/platform/transactions/transact.ts";
import { hooks } from "../workers/hooks.ts";
import { requestedExport, writtenExport } from "./factories/privacy/account-export.ts";
import { sendFile } from "./factories/invitations/csv-file.ts";
import { erasureDeps } from "./factories/privacy/erasure-deps.ts";
import { formOf } from "./factories/forms/forms.ts";
import { buildHistory, logMuch } from "./factories/privacy/history-words.ts";
import { buildCoach, buildRelationship, ORIGIN } from "./factories/accounts/identity.ts";
import { buildMember, inWorkspaceOf } from "./factories/workspaces/members.ts";
import { planActs, programContent } from "./factories/plans/plan-acts.ts";
import { buildPublishedForm } from "./factories/forms/published-form.ts";
import { buildScope } from "./factories/sync/sync.ts";
import { useOwnDatabase } from "./harness/database.ts";
import { recordStatements } from "./harness/record-statements.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 8, applicationName: "long-acts" });
const { em } = database;
afterAll(() => database.close());

/** Counts the transactions of some work. */
async function transactionsOf(work: () => Promise<unknown>): Promise<number> {
  const { statements } = await recordStatements(work);
  return statements.filter((text) => /^begin/i.test(text)).length;
}

describe("An act that grows with what its caller sends or owns (docs/long-acts.md)", () => {
  test.each([1, CSV_SLICE + 1, CSV_PEOPLE])(
    "takes one transaction and one for each twenty people for a file of %d",
    async (count) => {
      const { workspaceId, userId: invitedByUserId } = await buildCoach(em);
      const people = Array.from(
        { length: count },
        () => ({ kind: "EMAIL", value: `${randomUUID()}@example.com` }) as const,
      );
      const sending = () => sendFile(em, { workspaceId, invitedByUserId }, people);
      expect(await transactionsOf(sending)).toBe(1 + Math.ceil(count / CSV_SLICE));
    },
  );

  test("takes one transaction for each two hundred facts of an export", async () => {
    const scope = await buildScope(em);
    await logMuch(em, scope, 3 * SLICE_FACTS);
    const exportId = await requestedExport(em, scope.clientUserId);
    let slices = 0;
    const writing = async () => {
      do slices += 1;
      while ((await settleAccountExport(em, { exportId })).more === true);
    };
    expect(await transactionsOf(writing)).toBe(slices);
    expect(slices).toBeGreaterThanOrEqual(4);
  });

  test("takes at most twenty workouts of an export into a transaction, since each may be large", async () => {
    const scope = await buildHistory(em, "word");
    const more =
      "jsonb_build_object('id', gen_random_uuid(), 'client_session_id', gen_random_uuid())";
    await em.fork().execute(
      `insert into workout_session
       select (jsonb_populate_record(null::workout_session, to_jsonb(one) || ${more})).*
         from workout_session one cross join generate_series(1, 44) where relationship_id = ?`,
      [scope.relationshipId],
    );
    const exportId = await writtenExport(em, scope.clientUserId);
    const parts = await em.fork().execute<{ count: number }[]>(
      `select jsonb_array_length(('[' || facts || ']')::jsonb) as count from account_export_part
        where export_id = ? and section = 'workouts' order by position`,
      [exportId],
    );
    const counts = parts.map(({ count }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(45);
    expect(Math.max(...counts)).toBeLessThanOrEqual(20);
  });

  test("takes at most a thousand keyed answers of an erased person into a transaction", async () => {
    const { clientUserId: userId } = await buildScope(em);
    const own = { caller: userId };
    await em.fork().execute(
      `insert into idempotency_key (caller, method, route, key, fingerprint, created_at)
       select ?, 'POST', '/', gen_random_uuid()::text, 'x', clock_now() from generate_series(1, 1500)`,
      [userId],
    );
    await em.fork().execute(
      `update app_user set status = 'PENDING_DELETION', deletion_requested_at = clock_now() - interval '15 days'
        where id = ?`,
      [userId],
    );
    const settle = () => settleAccountDeletion(erasureDeps(em), { userId });
    const left: number[] = [];
    while (!(await settle()).did.includes("DELETED"))
      left.push(await em.fork().count(IdempotencyKeyRow, own));
    expect(left).toContain(500);
    expect(await em.fork().count(IdempotencyKeyRow, own)).toBe(0);
  });

  test.each([1, 4])(
    "takes one transaction to hand over the %d clients of a member who leaves",
    async (count) => {
      const owner = await buildCoach(em);
      const member = await buildMember(em, owner);
      for (let client = 0; client < count; client += 1)
        await buildRelationship(em, { coach: inWorkspaceOf(owner, member) });
      const removal = {
        workspaceId: owner.workspaceId,
        userId: member.userId,
        removedByUserId: owner.userId,
        successorUserId: null,
        requestId: ORIGIN.requestId,
      };
      const removing = () => transact(em, (tx) => removeMember(tx, removal, hooks.workspaces));
      expect(await transactionsOf(removing)).toBe(1);
    },
  );

  test.each([1, PLAN_LIMITS.programWeeks])(
    "takes one transaction to publish a program of %d weeks",
    async (weeks) => {
      const { workspaceId, relationshipId, coachUserId } = await buildScope(em);
      const owner = { workspaceId, relationshipId, coachUserId };
      const making = () => planActs(em).make(owner, programContent(weeks));
      expect(await transactionsOf(making)).toBe(1);
    },
  );

  test.each([1, FORM_LIMITS.questions])(
    "takes one transaction to publish a form of %d questions",
    async (count) => {
      const coach = await buildCoach(em);
      const questions = Array.from({ length: count }, () => ({ kind: "TEXT" }) as const);
      const publishing = () => buildPublishedForm(em, coach, formOf(...questions));
      expect(await transactionsOf(publishing)).toBe(1);
    },
  );
});
