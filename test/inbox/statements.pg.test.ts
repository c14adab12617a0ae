import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "@jest/globals";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { recordSourceEvent } from "../../activities/inbox/record-source-event.ts";
import { SOURCE_KINDS } from "../../contract/inbox/source-vocabulary.ts";
import { ACTIVE_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { Client } from "pg";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { findInboxReader } from "../../db/inbox/views/queries.ts";
import { listInbox } from "../../db/inbox/queries.ts";
import { countInbox } from "../../db/inbox/counts/queries.ts";
import { findTaskDetail } from "../../db/inbox/details/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { explainStatement, isStatement, nodesOf } from "../factories/db/explain.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { signInOfUser } from "../factories/agenda/read-notices.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];

let scopes: readonly BuiltScope[];
beforeAll(async () => {
  scopes = [await buildScope(em), await buildScope(em), await buildScope(em)];
  for (const scope of scopes) {
    const skip = { taskId: scope.agenda.habit.id, reason: "CONFUSED" };
    await submit(admission, scope, [queued("quick-log.skip", skip)]);
    await settleAll(settlement, { deviceId: scope.deviceId });
  }
});

test("A scan of the sources takes as many statements for two clients as for one", async () => {
  const [first, ...others] = scopes;
  if (first === undefined) throw new Error("There are three");
  const alone = await counted(() => scan([first]));
  expect(await counted(() => scan(others))).toBe(alone);
  const quiet = await counted(() => scan(scopes));
  expect(quiet).toBeLessThan(alone);
  expect(await counted(() => scan([first]))).toBe(quiet);
});

test("A list, its counts and a task with its history are one statement each", async () => {
  const [scope] = scopes;
  if (scope === undefined) throw new Error("There are three");
  const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const { id: taskId } = await putCoachTask(em, owner);
  await putCoachTask(em, owner);
  const page = { workspaceId, sort: "PRIORITY", limit: 50, after: null } as const;
  const statuses = ["OPEN", "IN_PROGRESS", "SNOOZED", "RESOLVED"] as const;
  expect(await counted(() => listInbox(em.fork(), { ...page, statuses }))).toBe(1);
  expect(await counted(() => countInbox(em.fork(), { workspaceId }))).toBe(1);
  expect(await counted(() => findTaskDetail(em.fork(), { workspaceId, taskId }))).toBe(1);
});

test("The first request of a console has a generic plan; any filter, order or later page is planned each time", async () => {
  const [scope] = scopes;
  if (scope === undefined) throw new Error("There are three");
  const { workspaceId, relationshipId, coachUserId } = scope;
  const reader = await signInOfUser(em, coachUserId);
  const first = { workspaceId, sort: "PRIORITY", limit: 50, after: null } as const;
  const sentFor = async (changes: Partial<Parameters<typeof listInbox>[1]>) => {
    const page = { ...first, statuses: ACTIVE_STATUSES, reader, ...changes };
    return (await pipelinesOf(() => listInbox(em.fork(), page))).flat();
  };
  expect(await sentFor({})).toEqual(["inbox-first-page"]);
  const others = [
    { limit: 49 },
    { sort: "NEWEST" },
    { relationshipId },
    { q: "a" },
    { statuses: [...ACTIVE_STATUSES, "SNOOZED"] },
    {
      after: {
        urgent: "false",
        score: "0",
        due: "infinity",
        last: "now",
        id: relationshipId,
        under: "0",
      },
    },
  ] as const;
  for (const changes of others)
    expect(await sentFor(changes)).toEqual([expect.stringMatching(/^\s*select json_build_object/)]);
});

test("Read in parallel with the guard, a workspace shows its inbox only to its members", async () => {
  const [scope, other] = scopes;
  if (scope === undefined || other === undefined) throw new Error("There are three");
  const { workspaceId } = scope;
  const page = { workspaceId, sort: "PRIORITY", after: null, statuses: ACTIVE_STATUSES } as const;
  const executor = executorOf(em.fork());
  const foundBy = async (userId: string) => {
    const reader = await signInOfUser(em, userId);
    const found = await findInboxReader(executor, { ...reader, workspaceId });
    const lists = [50, 49].map((limit) => listInbox(executor, { ...page, limit, reader }));
    return {
      position: found?.position ?? null,
      counts: (await Promise.all(lists)).map(({ length }) => length > 0),
    };
  };
  const nothing = { position: null, counts: [false, false] };
  expect(await foundBy(scope.coachUserId)).toEqual({
    position: expect.objectContaining({ seq: expect.any(Number) }),
    counts: [true, true],
  });
  expect(await foundBy(scope.clientUserId)).toEqual(nothing);
  expect(await foundBy(other.coachUserId)).toEqual(nothing);
});

test("An event of another system takes as many statements and round trips whatever waits for its client", async () => {
  const [scope] = scopes;
  if (scope === undefined) throw new Error("There are three");
  const { workspaceId, relationshipId } = scope;
  const reportMessage = async (subjectId: string) => {
    const event = { source: "messaging", eventId: randomUUID(), subjectId } as const;
    const about = { type: "ClientMessageNeedsReply", workspaceId, relationshipId } as const;
    const occurredAt = new Date().toISOString();
    return await pipelinesOf(() =>
      transact(em, (tx) =>
        recordSourceEvent(tx, { ...event, ...about, occurredAt }, { requestId: "told" }),
      ),
    );
  };
  const lengths = (pipelines: readonly (readonly string[])[]) =>
    pipelines.map(({ length }) => length);
  const conversation = randomUUID();
  const [opening, refreshing] = [
    await reportMessage(conversation),
    await reportMessage(conversation),
  ];
  expect(lengths(opening)).toEqual([4, 2, 2, 1, 5, 1]);
  expect(lengths(refreshing)).toEqual([4, 2, 2, 1, 1, 1, 5, 1]);
  for (let other = 0; other < 5; other += 1) await reportMessage(randomUUID());
  expect(lengths(await reportMessage(randomUUID()))).toEqual(lengths(opening));
  expect(lengths(await reportMessage(conversation))).toEqual(lengths(refreshing));
});

test("The counts read only an index, and the newest tasks come in the order of an index", async () => {
  const [scope] = scopes;
  if (scope === undefined) throw new Error("There are three");
  const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const { id: taskId } = await putCoachTask(em, owner);
  const superuser = new Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query("set session_replication_role = replica");
  await superuser.query(
    `insert into coach_task select made.*
     from coach_task one cross join generate_series(1, 3000) n,
       lateral jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
         'dedupe_key', 'many:' || n, 'created_at', one.created_at - make_interval(secs => n))) made
     where one.id = $1`,
    [taskId],
  );
  await superuser.query("vacuum analyze coach_task");
  // Whether pages are all-visible, and so the cost of an index-only scan, varies between runs.
  await superuser.query(
    "update pg_class set relallvisible = relpages where oid = 'coach_task'::regclass",
  );
  await superuser.query("set enable_seqscan = off");
  await superuser.query("set enable_bitmapscan = off");
  const scansOf = async (work: () => Promise<unknown>) => {
    const [statement] = (await recordStatements(work)).sent.filter(isStatement);
    if (statement === undefined) throw new Error("Expected one statement");
    return nodesOf(await explainStatement(superuser, statement)).filter(
      (node) => node["Index Name"] !== undefined,
    );
  };
  const counts = await scansOf(() => countInbox(em.fork(), { workspaceId }));
  expect(counts.map((node) => [node["Node Type"], node["Index Name"]])).toEqual([
    ["Index Only Scan", "coach_task_counts_idx"],
  ]);
  const page = { workspaceId, sort: "NEWEST", limit: 50, after: null } as const;
  const newest = await scansOf(() => listInbox(em.fork(), { ...page, statuses: ACTIVE_STATUSES }));
  expect(newest).toContainEqual(
    expect.objectContaining({ "Index Name": "coach_task_newest_idx", "Actual Rows": 51 }),
  );
  await superuser.end();
});

async function counted(work: () => Promise<unknown>) {
  return (await recordStatements(work)).sent.filter(isStatement).length;
}

function scan(some: readonly BuiltScope[]) {
  return transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: some.map(({ relationshipId }) => relationshipId),
      kinds: SOURCE_KINDS,
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );
}
