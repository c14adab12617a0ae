import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { dismissTask } from "../../activities/inbox/acts/dismiss-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { assignTask } from "../../activities/inbox/acts/assign-task.ts";
import { snoozeTask, UNSNOOZE_TASK } from "../../activities/inbox/acts/snooze-task.ts";
import { START_TASK } from "../../activities/inbox/acts/start-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { UNDO_CLOSE } from "../../activities/inbox/acts/undo-close.ts";
import { settleInboxTask } from "../../activities/inbox/actor/settle-inbox-task.ts";
import { inboxFollowsAccount } from "../../activities/inbox/inbox-follows-account.ts";
import { inboxFollowsMember } from "../../activities/inbox/inbox-follows-member.ts";
import { inboxFollowsRelationship } from "../../activities/inbox/inbox-follows-relationship.ts";
import { recordSourceEvent } from "../../activities/inbox/record-source-event.ts";
import { rescoreTasks } from "../../activities/inbox/upkeep/rescore-tasks.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findInboxChanges, findInboxPosition } from "../../db/inbox/changes/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { insertInboxChanges } from "../../db/inbox/changes/insert-inbox-changes.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { listInbox, type ListedItemRow } from "../../db/inbox/queries.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { type Draw, drawFrom } from "../factories/draw.ts";
import { isStatement } from "../factories/db/explain.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const HISTORIES = campaignSize("MODEL_RUNS", 12);
const MORE_HISTORIES = 20;
const ROUNDS = campaignSize("RACE_ROUNDS", 5);
const HOUR_MS = 3_600_000;

let scope: BuiltScope;
let shiftSeconds = 0;
beforeEach(async () => {
  shiftSeconds = 0;
  await moveClock(ownerUrl, 0);
  scope = await buildScope(em);
});

const requestId = "changes";

const position = () => findInboxPosition(em.fork(), scope.workspaceId);

/** An act on the inbox of a workspace. If the rules refuse it, nothing changes. */
type Happening = (draw: Draw) => Promise<unknown>;

const messageComes: Happening = (draw) =>
  transact(em, async (tx) => {
    const occurredAt = (await clockNow(tx)).toISOString();
    const { workspaceId, relationshipId } = scope;
    const severity = draw.pick(["LOW", "NORMAL", "HIGH", "URGENT"] as const);
    const subject = { workspaceId, relationshipId, subjectId: draw.pick(CONVERSATIONS) };
    const event = { source: "messaging", eventId: randomUUID(), occurredAt, severity, ...subject };
    const type = draw.pick(["ClientMessageNeedsReply", "ClientMessageReplied"] as const);
    return await recordSourceEvent(tx, { ...event, type }, { requestId });
  });
const CONVERSATIONS = Array.from({ length: 4 }, () => randomUUID());

const coachActs: Happening = async (draw) => {
  const ids = await idsOf();
  if (ids.length === 0) return;
  const id = draw.pick(ids);
  const at = new Date((await clockNow(em.fork())).getTime() + draw.pick([1, 3, 30]) * HOUR_MS);
  const fields = { note: null, linkedActionId: null };
  const away = {
    dismissReason: "NOT_RELEVANT",
    duplicateOf: null,
    untilOccurrences: null,
  } as const;
  const acts = [
    () => act(id, pinTask(draw.below(2) === 0)),
    () => act(id, snoozeTask({ until: { at }, reason: null })),
    () => act(id, snoozeTask({ until: { preset: "ONE_HOUR" }, reason: null })),
    () => act(id, UNSNOOZE_TASK),
    () => act(id, assignTask(scope.coachUserId)),
    () => act(id, resolveTask({ resolutionType: "NOT_RELEVANT", ...fields })),
    () => act(id, dismissTask({ ...away, note: null })),
    () => act(id, START_TASK),
    () => act(id, UNDO_CLOSE),
  ];
  await draw.pick(acts)();
};

const timePasses: Happening = async (draw) => {
  shiftSeconds += draw.pick([60, 3_600, 12 * 3_600]);
  await moveClock(ownerUrl, shiftSeconds);
};

const clientMoves: Happening = (draw) =>
  transact(em, async (tx) => {
    await lockScope(tx, scope.relationshipId);
    const relationship = await tx.findOneOrFail(Relationship, scope.relationshipId);
    const [change, changes] = draw.pick([
      ["paused", { status: "PAUSED", pausedAt: new Date(), resumesAs: "ACTIVE" }],
      ["resumed", { status: "ACTIVE", pausedAt: null, resumesAs: null }],
      ["zoneChanged", { timezone: draw.pick(["Pacific/Kiritimati", "Pacific/Niue"]) }],
    ] as const);
    tx.assign(relationship, changes);
    const actor = { userId: scope.clientUserId, kind: "CLIENT" } as const;
    const changed = { relationship, actor, now: await clockNow(tx), requestId };
    await inboxFollowsRelationship[change]?.(tx, changed);
  });

const happenings: readonly Happening[] = [
  messageComes,
  messageComes,
  coachActs,
  coachActs,
  coachActs,
  timePasses,
  clientMoves,
  () => rescoreTasks(em, { except: [] }),
  async (draw) => {
    const ids = await idsOf();
    if (ids.length > 0) await settleInboxTask(em, { taskId: draw.pick(ids) });
  },
];

const listing = { limit: 2, sort: "PRIORITY", statuses: ["OPEN", "IN_PROGRESS"] } as const;
const textOf = ({ text }: ListedItemRow) => text;
const idOf = ({ text }: ListedItemRow) => String(/"taskId" : "([^"]+)"/.exec(text)?.[1]);

describe("The list and its changes (docs/rooms/inbox.md#changes)", () => {
  test("together equal the list, whatever happens while the pages are read", async () => {
    const draw = drawFrom(campaignSeed());
    const reported = { named: 0, reload: 0 };
    // Few histories may name no change at all; further ones are played until one does.
    const goesOn = (history: number) =>
      history < HISTORIES || (reported.named === 0 && history < HISTORIES + MORE_HISTORIES);
    for (let history = 0; goesOn(history); history += 1) {
      scope = await buildScope(em);
      const few = async () => {
        for (let count = draw.below(4); count > 0; count -= 1) await happen(draw);
      };
      for (let count = 0; count < 8; count += 1) await happen(draw);
      const from = await position();
      const pages = await readList(few);
      await few();
      const found = await since(from);
      const present = await readList();
      if (found.isReload) reported.reload += 1;
      else {
        reported.named += found.tasks.length;
        const changed = new Set(found.tasks.map(({ id }) => id));
        const isKept = (row: ListedItemRow) => !changed.has(idOf(row));
        // A task that is not named is on the pages exactly as it is now; a named one is read again.
        const kept = pages.filter(isKept).map(textOf).toSorted();
        expect(kept).toEqual(present.filter(isKept).map(textOf).toSorted());
      }
    }
    expect(reported.named).toBeGreaterThan(0);
  });

  test("include every act, hook and sweep, and the end of a relationship and an account", async () => {
    const now = new Date();
    const dueAt = new Date(Date.now() - 1_000);
    const { id } = await putCoachTask(em, owner(), { dueAt, scoreChangesAt: dueAt });
    const { workspaceId, coachUserId: userId, clientUserId } = scope;
    const ended = async () =>
      transact(em, async (tx) => {
        const relationship = await tx.findOneOrFail(Relationship, scope.relationshipId);
        const actor = { userId, kind: "COACH" } as const;
        await inboxFollowsRelationship.ended?.(tx, { relationship, actor, now, requestId });
      });
    const steps: readonly (readonly [string, () => Promise<unknown>, boolean?])[] = [
      ["sweep", () => rescoreTasks(em, { except: [] }), true],
      ["pin", () => act(id, pinTask(true))],
      ["hand over", () => act(id, assignTask(userId))],
      [
        "member gone",
        () =>
          transact(em, async (tx) => {
            const people = { userId, successorUserId: userId, actorUserId: userId };
            const gone = { workspaceId, ...people, now, requestId };
            await inboxFollowsMember.memberGone?.(tx, gone);
          }),
      ],
      ["start", () => act(id, START_TASK)],
      ["end", ended],
      [
        "deletion",
        () =>
          transact(em, async (tx) =>
            inboxFollowsAccount.deleted?.(tx, { userId: clientUserId, now, requestId }),
          ),
      ],
    ];
    for (const [name, step, isReload = false] of steps) {
      const from = await position();
      await step();
      const found = await since(from);
      expect([name, found.isReload, found.tasks.map((task) => task.id)]).toEqual([
        name,
        isReload,
        isReload ? [] : [id],
      ]);
    }
  });

  test("move only the counter of the inbox, so no client device learns that a task exists", async () => {
    const { id } = await putCoachTask(em, owner());
    const scopeSeq = async () =>
      (await em.fork().findOneOrFail(RelationshipScope, scope.relationshipId)).seq;
    const [before, from] = [await scopeSeq(), await position()];
    await act(id, pinTask(true));
    await act(id, snoozeTask({ until: { preset: "ONE_HOUR" }, reason: null }));
    await messageComes(drawFrom(2));
    expect(await scopeSeq()).toBe(before);
    expect((await position()).seq).toBeGreaterThan(from.seq + 1);
  });
});

describe("The counter of an inbox", () => {
  const step = async (tx: typeof em) => {
    const { workspaceId } = scope;
    await insertInboxChanges(executorOf(tx), [{ id: randomUUID(), workspaceId }], {
      now: new Date(),
    });
  };

  test("moves at commit: an uncommitted writer delays nobody and comes later", async () => {
    const slow = em.fork();
    await slow.begin();
    await step(slow);
    await transact(em, step);
    const from = await position();
    expect(from.seq).toBe(1);
    await slow.commit();
    const found = await since(from);
    expect([found.seq, found.stepCount]).toEqual([2, 1]);
  });

  test("misses nothing: a reader who follows its cursors finds each change once", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      let [from, read, isOver] = [await position(), 0, false];
      const first = from.seq;
      const reading = (async () => {
        for (;;) {
          const wasOver = isOver;
          const found = await since(from);
          read += found.stepCount;
          from = found;
          if (wasOver) return;
        }
      })();
      await Promise.all(Array.from({ length: 8 }, () => transact(em, step)));
      isOver = true;
      await reading;
      expect([read, from.seq]).toEqual([8, first + 8]);
    }
  });

  test("of several workspaces moves in one order, so that nobody waits in a cycle", async () => {
    const other = await buildScope(em);
    const both = [scope.workspaceId, other.workspaceId];
    const insertChanges = (ids: readonly string[]) =>
      transact(em, (tx) =>
        insertInboxChanges(
          executorOf(tx),
          ids.map((workspaceId) => ({ id: randomUUID(), workspaceId })),
          { now: new Date() },
        ),
      );
    for (let round = 0; round < ROUNDS; round += 1)
      await Promise.all([
        insertChanges(both),
        insertChanges(both.toReversed()),
        insertChanges(both),
        insertChanges(both.toReversed()),
      ]);
    expect((await position()).seq).toBe(4 * ROUNDS);
  });

  test("must move at commit: without that guard changes would be missed or counted twice", async () => {
    const superuser = new Client({ connectionString: superuserUrl });
    await superuser.connect();
    await superuser.query("alter table coach_task_change disable trigger coach_task_change_step");
    try {
      const from = await position();
      await transact(em, step);
      expect((await since(from)).stepCount).toBe(0);
    } finally {
      await superuser.query("alter table coach_task_change enable trigger coach_task_change_step");
      await superuser.end();
    }
  });
});

test("Reading changes and reading the counter are one statement each, and an act moves the counter by one", async () => {
  const counted = async (work: () => Promise<unknown>) =>
    (await recordStatements(work)).sent.filter(isStatement);
  const from = await position();
  expect(await counted(position)).toHaveLength(1);
  expect(await counted(() => since(from))).toHaveLength(1);
  const { id } = await putCoachTask(em, owner());
  const sent = await counted(() => act(id, pinTask(true)));
  expect(sent.filter(({ text }) => text.includes("coach_task_change"))).toHaveLength(1);
});

function owner() {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
  return { workspaceId, relationshipId, clientUserId, coachUserId };
}

function acting(taskId: string) {
  const { workspaceId, coachUserId: byUserId } = scope;
  return { workspaceId, taskId, byUserId, expectedRevision: null, requestId };
}

function act(taskId: string, taskAct: TaskAct) {
  return transact(em, (tx) => actOnTask(tx, acting(taskId), taskAct));
}

async function idsOf(some: Partial<CoachTask> = {}) {
  const { workspaceId } = scope;
  const tasks = await em
    .fork()
    .find(CoachTask, { workspaceId, ...some }, { orderBy: { id: "asc" } });
  return tasks.map(({ id }) => id);
}

function since({ seq, now: at }: { readonly seq: number; readonly now: Date }) {
  return findInboxChanges(em.fork(), { workspaceId: scope.workspaceId, seq, at });
}

async function happen(draw: Draw): Promise<void> {
  try {
    await draw.pick(happenings)(draw);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Reads all pages of the list; acts may happen between two of them. */
async function readList(between: () => Promise<void> = async () => {}) {
  const rows: ListedItemRow[] = [];
  for (;;) {
    const { workspaceId } = scope;
    const after = rows.at(-1)?.position ?? null;
    const page = await listInbox(em.fork(), { ...listing, workspaceId, after });
    rows.push(...page.slice(0, listing.limit));
    if (page.length <= listing.limit) return rows;
    await between();
  }
}
