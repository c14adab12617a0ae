import { describe, expect, test } from "@jest/globals";
import { pino } from "pino";
import fc from "fast-check";
import { listDayEvents } from "../../activities/agenda/calendar/list-day-events.ts";
import { unpinTask } from "../../activities/agenda/focus-pin/pin-task.ts";
import { rebuildDays } from "../../activities/agenda/rebuild-days.ts";
import { renewEpochs } from "../../activities/sync/renew-epochs.ts";
import { noticeRows } from "../../contract/agenda/notice-rows.ts";
import { localDateOfTaskId } from "../../contract/agenda/task-id.ts";
import { AgendaCard } from "../../db/agenda/cards/agenda-card.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { putCards } from "../../db/agenda/cards/put-cards.ts";
import { withdrawCards } from "../../db/agenda/cards/withdraw-cards.ts";
import { listNoticeRows, listNoticeRowsOfTasks } from "../../db/agenda/notices/queries.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { newId } from "../../db/platform/new-id.ts";
import { findScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { explainStatement, isStatement, wasteOf } from "../factories/db/explain.ts";
import { aCard, pin, placeCards } from "../factories/agenda/notices.ts";
import { type BuiltScope, buildScope } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { readNotices } from "../factories/agenda/read-notices.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = await useClient(superuserUrl);

const AT = new Date("2026-11-23T08:00:00.000Z");
const LATER = new Date("2026-11-23T09:00:00.000Z");

describe("A card", () => {
  test("is created once per key, and written again only if its content differs", async () => {
    const scope = await buildScope(em);
    const card = await aCard(scope);
    const [made] = await put([card]);
    expect(made).toEqual({ ...dayOf(scope), id: card.id, revision: 1 });
    expect(localDateOfTaskId(card.id)).toBe(scope.agenda.localDate);
    expect(await put([card], LATER)).toEqual([]);
    const other = { ...card, snapshot: { ...card.snapshot, title: "Bring your towel" } };
    expect(await put([other], LATER)).toMatchObject([{ id: card.id, revision: 2 }]);
    expect(
      await em.fork().find(AgendaCard, { relationshipId: scope.relationshipId }),
    ).toMatchObject([
      { snapshot: other.snapshot, generatedAt: AT, changedAt: LATER, withdrawnAt: null },
    ]);
  });

  test.each([
    ["sourceRevision", { sourceRevision: 2 }],
    ["priority", { priority: 1 }],
    ["sortKey", { sortKey: "z" }],
    ["displayUntil", { displayUntil: new Date("2099-01-01T00:00:00.000Z") }],
    ["timezone", { timezone: "Europe/Berlin" }],
  ])("has another revision when its %s changes", async (_, changes) => {
    const card = await aCard(await buildScope(em));
    await put([card]);
    expect(await put([{ ...card, ...changes }])).toMatchObject([{ revision: 2 }]);
  });

  test("is withdrawn with its source from a date on, and continues when it is created again", async () => {
    const scope = await buildScope(em);
    const { relationshipId, agenda } = scope;
    const card = await aCard(scope);
    const { sourceId } = card;
    const tomorrow = await aCard(scope, { sourceId, localDate: dayAfter(agenda.localDate) });
    const kept = await aCard(scope);
    const foreign = await aCard(await buildScope(em), { sourceId });
    await put([card, tomorrow, kept, foreign]);
    const from = (fromLocalDate: string) => withdraw([{ relationshipId, sourceId, fromLocalDate }]);
    expect(await from(tomorrow.localDate)).toMatchObject([{ id: tomorrow.id, revision: 2 }]);
    expect(await from(agenda.localDate)).toMatchObject([{ id: card.id, revision: 2 }]);
    expect(await from(agenda.localDate)).toEqual([]);
    const shown = await readNotices(em.fork(), dayOf(scope));
    expect(shown.informationalCards.map(({ cardId }) => cardId)).toEqual([kept.id]);
    expect(await put([card], LATER)).toMatchObject([{ id: card.id, revision: 3 }]);
    expect((await readNotices(em.fork(), dayOf(scope))).informationalCards).toHaveLength(2);
  });

  test("is in the feed with its day once per revision, however often and late the event is delivered", async () => {
    const scope = await buildScope(em);
    const card = await aCard(scope);
    const withdrawn = await aCard(scope);
    await put([card, withdrawn]);
    const row = (at: Date) => ({
      id: newId(),
      eventId: newId(),
      refs: dayOf(scope),
      occurredAt: at.toISOString(),
    });
    const listEvents = async (at: Date) => {
      const listed = await listDayEvents(em.fork(), [row(at)]);
      const events = [...listed.values()].flat();
      return events.filter(({ type }) => type === "TodayInfoCardProjected");
    };
    const first = await listEvents(AT);
    expect(first).toHaveLength(2);
    expect(await listEvents(AT)).toEqual(first);
    expect(await listEvents(LATER)).toEqual([]);
    await put([{ ...card, priority: 4 }], LATER);
    const { relationshipId, localDate, sourceId } = withdrawn;
    await withdraw([{ relationshipId, sourceId, fromLocalDate: localDate }]);
    const second = await listEvents(LATER);
    expect(second).toMatchObject([{ subjectId: card.id, version: 2, refs: dayOf(scope) }]);
    expect(await listEvents(AT)).toEqual(second);
    expect(first.map(({ eventId }) => eventId)).not.toContain(second[0]?.eventId);
    expect(JSON.stringify([first, second])).not.toContain("shoes");
  });
});

/** One step on a day; `which` numbers its three cards and five tasks. */
const step = fc.oneof(
  fc.record({ kind: fc.constant("PUT" as const), which: fc.nat(2), priority: fc.nat(2) }),
  fc.record({ kind: fc.constant("WITHDRAW" as const), which: fc.nat(2), priority: fc.nat() }),
  fc.record({ kind: fc.constant("PIN" as const), which: fc.nat(1), priority: fc.nat() }),
  fc.record({ kind: fc.constant("UNPIN" as const), which: fc.nat(), priority: fc.nat() }),
  fc.record({ kind: fc.constant("SUPERSEDE" as const), which: fc.nat(1), priority: fc.nat() }),
  fc.record({ kind: fc.constant("CANCEL" as const), which: fc.nat(2), priority: fc.nat() }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The pinned task is superseded, and then the superseding task is canceled. */
const PIN_LEFT: Step[] = (["PIN", "SUPERSEDE", "CANCEL"] as const).map((kind) => ({
  kind,
  which: kind === "CANCEL" ? 1 : 0,
  priority: 0,
}));

async function take(
  scope: BuiltScope,
  cards: Parameters<typeof putCards>[1],
  { kind, which, priority }: Step,
): Promise<void> {
  const { workspaceId, coachUserId: byUserId, agenda } = scope;
  const { habit, supplement, meal, water, steps } = agenda;
  const tasks = [habit, supplement, meal, water, steps].map(({ id }) => id);
  const [task = "", next = ""] = [tasks[which], tasks[which + 1]];
  const card = cards[which];
  switch (kind) {
    case "PUT":
      if (card !== undefined) await placeCards(em, scope, [{ ...card, priority }]);
      return;
    case "WITHDRAW": {
      const { relationshipId, sourceId, localDate: fromLocalDate } = card ?? (await aCard(scope));
      await withdraw([{ relationshipId, sourceId, fromLocalDate }]);
      return;
    }
    case "PIN":
      await pin(em, scope, task).catch(() => undefined);
      return;
    case "UNPIN":
      return await transact(em, (tx) =>
        unpinTask(tx, { workspaceId, byUserId, ...dayOf(scope), requestId: "test" }),
      );
    case "SUPERSEDE":
      await superuser.query(
        `update agenda_task set status = 'SUPERSEDED', superseded_at = now(), superseded_by_task_id = $2,
           revision = revision + 1 where id = $1 and status = 'PENDING'`,
        [task, next],
      );
      return;
    default:
      await superuser.query(
        "update agenda_task set status = 'CANCELED', revision = revision + 1 where id = $1 and status = 'PENDING'",
        [task],
      );
  }
}

/** The checksum of a day, computed in each of the ways the product has. */
async function checksumsOf(scope: BuiltScope) {
  const { relationshipId, deviceId, agenda } = scope;
  const day = dayOf(scope);
  const fork = em.fork();
  const tasks = await listDayTasks(executorOf(fork), relationshipId, [day.localDate]);
  const slices = { names: [], days: [day.localDate], nearDays: false };
  const request = { relationshipId, deviceId, sinceSeq: null, receiptLimit: 1, slices };
  const snapshot = await findScopeSnapshot(fork, request);
  await rebuildDays(
    { em, log: pino({ level: "silent" }), rebuilds: [] },
    { after: null, only: [relationshipId] },
  );
  const shown = noticeRows(await readNotices(fork, day));
  const named = await listNoticeRowsOfTasks(executorOf(fork), relationshipId, [agenda.habit.id]);
  return {
    ofAnswer: await agendaChecksum({ tasks, notices: shown }),
    ofRows: await agendaChecksum({ tasks, notices: await listNoticeRows(fork, [day]) }),
    ofNamedTasks: await agendaChecksum({ tasks, notices: named }),
    ofSlice: snapshot?.slices[0]?.digest,
    stored: (await em.fork().findOneOrFail(AgendaDay, day)).agendaChecksum,
  };
}

describe("The checksum of a day with cards and a pin", () => {
  test("is the same in TypeScript, in SQL, as stored and as rebuilt", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
        const scope = await buildScope(em);
        const cards = [await aCard(scope), await aCard(scope), await aCard(scope)];
        for (const each of steps) {
          await take(scope, cards, each);
          const checksums = Object.values(await checksumsOf(scope));
          expect(new Set(checksums).size).toBe(1);
        }
      }),
      { numRuns: campaignSize("DRAWN_CASES", 15), examples: [[PIN_LEFT]] },
    );
  }, 120_000);

  test("is unchanged after a restore drew new epochs", async () => {
    const scope = await buildScope(em);
    const bare = await checksumsOf(scope);
    await placeCards(em, scope, [await aCard(scope)]);
    await pin(em, scope, scope.agenda.habit.id);
    const before = await checksumsOf(scope);
    expect(before.ofSlice).not.toBe(bare.ofSlice);
    await renewEpochs(em);
    expect(await checksumsOf(scope)).toEqual(before);
    const { informationalCards, focusPin } = await readNotices(em.fork(), dayOf(scope));
    expect([informationalCards.length, focusPin?.taskId]).toEqual([1, scope.agenda.habit.id]);
  });
});

test("The cards and the pin of a day are read by an index, however many others exist", async () => {
  const scope = await buildScope(em);
  const [card, next] = [await aCard(scope), await aCard(scope)];
  await placeCards(em, scope, [card]);
  await pin(em, scope, scope.agenda.habit.id);
  await superuser.query("set session_replication_role = replica");
  const many = (table: string, id: string) =>
    superuser.query(
      `insert into ${table} select made.* from (select * from ${table} limit 1) as one,
         generate_series(1, 10000) as n, lateral jsonb_populate_record(null::${table},
           to_jsonb(one) || jsonb_build_object('${id}', md5('notice' || n)::uuid, 'local_date',
             date '2020-01-01' + n / 4) || case when n % 4 = 0 then '{}'
             else jsonb_build_object('relationship_id', md5('other' || n)::uuid) end) as made`,
    );
  await many("agenda_card", "id");
  await many("focus_pin", "pin_id");
  await superuser.query("vacuum analyze");
  const { relationshipId, sourceId, localDate } = card;
  const { sent } = await recordStatements(async () => {
    await readNotices(em.fork(), dayOf(scope));
    await listNoticeRows(em.fork(), [dayOf(scope)]);
    await listNoticeRowsOfTasks(executorOf(em.fork()), relationshipId, [scope.agenda.habit.id]);
    await listDayEvents(em.fork(), [
      { id: newId(), eventId: newId(), refs: dayOf(scope), occurredAt: AT.toISOString() },
    ]);
    await put([next]);
    await withdraw([{ relationshipId, sourceId, fromLocalDate: localDate }]);
  });
  const own = sent.filter(isStatement).filter(({ text }) => /agenda_card|focus_pin/.test(text));
  expect(own).toHaveLength(6);
  for (const statement of own) {
    const plan = await explainStatement(superuser, statement);
    const waste = wasteOf(plan).filter((node) => /agenda_card|focus_pin/.test(node));
    expect({ statement: statement.text.slice(0, 60), waste }).toMatchObject({ waste: [] });
  }
});

function dayOf({ relationshipId, agenda: { localDate } }: BuiltScope) {
  return {
    relationshipId,
    localDate,
  };
}

function put(cards: Parameters<typeof putCards>[1], at = AT) {
  return transact(em, (tx) => putCards(tx, cards, at));
}

function withdraw(sources: Parameters<typeof withdrawCards>[1], at = LATER) {
  return transact(em, (tx) => withdrawCards(tx, sources, at));
}
