import { expect, test } from "@jest/globals";
import { Client } from "pg";
import { countOwnInbox } from "../../../db/inbox/counts/queries.ts";
import { countWorkspace } from "../../../db/inbox/console/overview/queries.ts";
import { listRosterRows, rankClients } from "../../../db/inbox/console/roster/queries.ts";
import { explainStatement, isStatement, nodesOf } from "../../factories/db/explain.ts";
import { putCoachTask } from "../../factories/inbox/coach-tasks.ts";
import { buildScope } from "../../factories/sync/sync.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { recordStatements } from "../../harness/record-statements.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());

test("Roster and overview read the first task of each client and kept counts by index, and scan no table", async () => {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = await buildScope(em);
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const { id: taskId } = await putCoachTask(em, owner);
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `insert into coach_task select made.* from coach_task one cross join generate_series(1, 3000) n,
       lateral jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
         'dedupe_key', 'many:' || n, 'relationship_id', case when n % 30 = 0
           then one.relationship_id else gen_random_uuid() end)) made where one.id = $1`,
    [taskId],
  );
  await superuser.query("vacuum analyze coach_task");
  // Whether pages are all-visible, and so the cost of an index-only scan, varies between runs.
  await superuser.query(
    "update pg_class set relallvisible = relpages where oid = 'coach_task'::regclass",
  );
  // The API discourages them too.
  await superuser.query("set enable_seqscan = off");
  const scansOf = async (work: () => Promise<unknown>) => {
    const [statement] = (await recordStatements(work)).sent.filter(isStatement);
    if (statement === undefined) throw new Error("Expected one statement");
    const nodes = nodesOf(await explainStatement(superuser, statement));
    expect(nodes.filter((node) => node["Node Type"] === "Seq Scan")).toEqual([]);
    return nodes.flatMap((node) => node["Index Name"] ?? []);
  };
  const selection = { workspaceId, sort: "ATTENTION", limit: 500, after: null } as const;
  const [first] = await rankClients(em.fork(), selection);
  if (first === undefined) throw new Error("There is one client");
  const key = { workspaceId, ids: [first.id], rankedAt: first.rankedAt };
  expect(await scansOf(() => rankClients(em.fork(), selection))).toEqual(
    expect.arrayContaining(["coach_task_client_idx", "coach_task_snoozed_idx"]),
  );
  const counts = ["coach_task_count_workspace_idx", "coach_task_snoozed_idx"];
  const member = { workspaceId, userId: coachUserId };
  for (const scans of [
    await scansOf(() => listRosterRows(em.fork(), key)),
    await scansOf(() => countWorkspace(em.fork(), member)),
    await scansOf(() => countOwnInbox(em.fork(), member)),
  ]) {
    expect(scans).toEqual(expect.arrayContaining(counts));
    // No task that is open is read one by one.
    expect(scans).not.toContain("coach_task_client_idx");
    expect(scans).not.toContain("coach_task_counts_idx");
  }
  expect(await scansOf(() => countOwnInbox(em.fork(), member))).toEqual(
    expect.arrayContaining(["coach_task_due_idx", "coach_task_news_idx"]),
  );
  await superuser.end();
});
