import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import {
  findWorkspaceState,
  listScopeVersions,
  listWorkspaceStates,
  type WorkspaceState,
} from "../../../db/inbox/console/changes/queries.ts";
import { recordScopeChanges } from "../../../db/platform/scopes/record-scope-changes.ts";
import { clockNow, transact } from "../../../db/platform/transactions/transact.ts";
import { changedClients, sentClients } from "../../../rules/inbox/console/changed-clients.ts";
import { WORKSPACE_CHANGES_LIMITS } from "../../../contract/inbox/console/changes-vocabulary.ts";
import { explainGeneric, isStatement, nodesOf } from "../../factories/db/explain.ts";
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

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];
const superuser = new Client({ connectionString: superuserUrl });
await superuser.connect();
afterAll(() => superuser.end());

let scope: BuiltScope;
beforeEach(async () => {
  scope = await buildScope(em);
});

const read = (before?: WorkspaceState) =>
  findWorkspaceState(em.fork(), { workspaceId: scope.workspaceId, from: before?.now ?? null });

describe("The state of a workspace (docs/rooms/inbox.md#changes-of-a-workspace)", () => {
  test("names a change that was dated before a read and committed after it, and then no more", async () => {
    const before = await read();
    const committed = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = transact(em.fork(), async (tx) => {
      await changeScope(tx);
      written.resolve();
      await committed.promise;
    });
    await written.promise;
    const during = await read(before);
    expect(changedSince(before, during)).toEqual([]);
    committed.resolve();
    await late;
    const after = await read(during);
    expect(changedSince(during, after)).toEqual([scope.relationshipId]);
    expect(changedSince(after, await read(after))).toEqual([]);
  });

  test("names a client whose phone sent something, and once more when that is settled", async () => {
    const before = await read();
    await tap();
    const tapped = await read(before);
    expect(changedSince(before, tapped)).toEqual([scope.relationshipId]);
    expect(tapped.unsettled).toEqual([
      { relationshipId: scope.relationshipId, batches: expect.any(String) },
    ]);
    expect(changedSince(tapped, await read(tapped))).toEqual([]);
    await settleAll(settlement, { deviceId: scope.deviceId });
    const settled = await read(tapped);
    expect(settled.unsettled).toEqual([]);
    expect(changedSince(tapped, settled)).toEqual([scope.relationshipId]);
    expect(changedSince(settled, await read(settled))).toEqual([]);
  });

  test("is read for several workspaces in one statement, each with its own clients", async () => {
    const other = await buildScope(em);
    await transact(em.fork(), (tx) => changeScope(tx, other));
    await tap();
    const ids = [scope.workspaceId, other.workspaceId];
    const { result, sent } = await recordStatements(() =>
      listWorkspaceStates(em.fork(), ids, null),
    );
    expect(sent.filter(isStatement)).toHaveLength(1);
    const [own, others] = ids.map((id) => result.get(id));
    expect(own?.moved.map(({ relationshipId }) => relationshipId)).toEqual([scope.relationshipId]);
    expect(others?.moved.map(({ relationshipId }) => relationshipId)).toEqual([
      other.relationshipId,
    ]);
    expect([own?.unsettled?.length, others?.unsettled?.length]).toEqual([1, 0]);
  });

  test("names no client if the installation has more unsettled batches than anybody asks about", async () => {
    await tap();
    await superuser.query("set session_replication_role = replica");
    const copies = `insert into sync_batch
      select made.* from sync_batch one
        cross join generate_series(1, ${WORKSPACE_CHANGES_LIMITS.unsettledBatches}) n,
        lateral jsonb_populate_record(one, jsonb_build_object('id', uuidv7(make_interval(secs => n)),
          'relationship_id', gen_random_uuid(), 'chain_first', null, 'chain_last', null)) made
      where one.relationship_id = '${scope.relationshipId}'`;
    await superuser.query(copies);
    const many = await read();
    expect(many.unsettled).toBeNull();
    await superuser.query(
      "delete from sync_batch where relationship_id not in (select id from relationship)",
    );
    const few = await read(many);
    expect(few.unsettled).toHaveLength(1);
    expect(changedClients(sentClients(many), few, 500).reload).toBe(true);
  });

  test("is found by the index of changes on their time and by that of unsettled batches", async () => {
    const { sent } = await recordStatements(() => read());
    const [statement] = sent.filter(isStatement);
    if (statement === undefined) throw new Error("Expected one statement");
    await superuser.query("set enable_seqscan = off");
    const nodes = nodesOf(await explainGeneric(superuser, statement));
    const indexOf = (table: string) =>
      nodes.filter((node) => node["Relation Name"] === table).map((node) => node["Index Name"]);
    const found = nodes.map((node) => node["Index Name"]);
    expect(found).toContain("scope_change_changed_at_idx");
    expect(found).toContain("sync_batch_due_idx");
    expect(indexOf("scope_change")).not.toContain("scope_change_pkey");
  });

  test("has a version of each client that grows with every change", async () => {
    const versionOf = async () =>
      (await listScopeVersions(em.fork(), [scope.relationshipId]))[0]?.seq ?? 0;
    const before = await versionOf();
    await transact(em.fork(), (tx) => changeScope(tx));
    expect(await versionOf()).toBe(before + 1);
  });
});

function changedSince(before: WorkspaceState, present: WorkspaceState) {
  const { namedClients } = WORKSPACE_CHANGES_LIMITS;
  return changedClients(sentClients(before), present, namedClients).relationshipIds;
}

async function changeScope(
  tx: Parameters<typeof recordScopeChanges>[0],
  { relationshipId }: BuiltScope = scope,
) {
  const changes = { scope: [relationshipId] };
  await recordScopeChanges(tx, [{ relationshipId, changes }], await clockNow(tx));
}

function tap() {
  const skip = { taskId: scope.agenda.habit.id, reason: "CONFUSED" };
  return submit(admission, scope, [queued("quick-log.skip", skip)]);
}
