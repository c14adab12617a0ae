import { expect, test } from "@jest/globals";
import { Client } from "pg";
import { insertInboxChanges } from "../../../db/inbox/changes/insert-inbox-changes.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { executorOf } from "../../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { close, dayOf, endDay } from "../../factories/agenda/closing-day.ts";
import { isStatement } from "../../factories/db/explain.ts";
import { settleAll, settlementDeps } from "../../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../../factories/sync/sync.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];

/** Statements that a console's changes could add: writes and locks of rows of a workspace. */
const WRITES =
  /(?:insert into|update|delete from) "?(?:coach_workspace|workspace_|coach_task_change)/;

test("Admission, settlement and the close of a day write and lock no row of a workspace, so that following one costs a phone nothing", async () => {
  // A process does more at its first batch.
  await statementsOf(await buildScope(em));
  const expected = await statementsOf(await buildScope(em));
  const scope = await buildScope(em);
  const release = await lockWorkspace(scope);
  // With the rows of the workspace locked, each of them would wait and fail if it needed one.
  const locked = await statementsOf(scope);
  await release();
  // How often a settlement polls depends on the machine, so each statement counts once.
  expect(locked.map(distinct)).toEqual(expected.map(distinct));
  expect(locked.flat().filter((text) => WRITES.test(text))).toEqual([]);
});

const distinct = (texts: readonly string[]) => [...new Set(texts)].toSorted();

/** The statements of an admission, its settlement, and the close of the day. */
async function statementsOf(scope: BuiltScope) {
  const skip = { taskId: scope.agenda.habit.id, reason: "CONFUSED" };
  const works: readonly (() => Promise<unknown>)[] = [
    () => submit(admission, scope, [queued("quick-log.skip", skip)]),
    () => settleAll(settlement, { deviceId: scope.deviceId }),
    () => close(em, [dayOf(scope)]),
  ];
  const found: (readonly string[])[] = [];
  for (const [place, work] of works.entries()) {
    if (place === 2) await endDay(em, dayOf(scope));
    const { sent } = await recordStatements(work);
    found.push(sent.filter(isStatement).map(({ text }) => text));
  }
  return found;
}

/** Locks a workspace and its inbox like an act that never ends. Returns a function that releases them. */
async function lockWorkspace({ workspaceId }: BuiltScope): Promise<() => Promise<void>> {
  const place = { id: newId(), workspaceId };
  await transact(em, (tx) =>
    insertInboxChanges(executorOf(tx), [place], { now: new Date(), isReload: true }),
  );
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("begin");
  for (const [table, key] of [
    ["coach_workspace", "id"],
    ["workspace_inbox", "workspace_id"],
  ]) {
    const found = await client.query(`select from ${table} where ${key} = $1 for no key update`, [
      workspaceId,
    ]);
    expect(found.rowCount).toBe(1);
  }
  return async () => {
    await client.query("rollback");
    await client.end();
  };
}
