import { expect } from "@jest/globals";
import type { Operation, OperationResult } from "../../../../contract/sync/schema.ts";
import { coachPhone, queuedAct, sendAsCoach } from "../coach-phone.ts";
import type { ModelAct } from "./commands.ts";
import type { InboxRows } from "./laws.ts";
import { readInboxTable } from "./table.ts";
import { isCurrent, type KnownByPhone, noteOwnChange, predicted } from "./truth.ts";
import { queued } from "../../sync/sync.ts";
import { verdictsOf } from "../../sync/verdicts.ts";
import { isUncertain, type PlayedInbox, stateOf } from "./played-inbox.ts";

/** A phone of a coach, as far as the model knows it. */
export interface ModelPhone extends KnownByPhone {
  readonly deviceId: string;
  queue: Queued[];
  sent: readonly { readonly operation: Operation; readonly code: string }[];
  /** Time of the last read, and the version of the day at that time. */
  seen: { readonly at: Date; readonly version: number } | null;
}

/** The queued operation of a phone, with its purpose. */
interface Queued {
  readonly operation: Operation;
  readonly request: { readonly act: ModelAct; readonly taskId: string } | { readonly seenAt: Date };
}

/** Registers a phone of the coach. */
export async function buildModelPhone({ em, scope }: PlayedInbox): Promise<ModelPhone> {
  return {
    deviceId: await coachPhone(em, scope),
    revisions: new Map(),
    runs: new Map(),
    queue: [],
    sent: [],
    seen: null,
  };
}

const SAID: Readonly<Partial<Record<ModelAct, Record<string, unknown>>>> = {
  resolve: { resolutionType: "NOT_RELEVANT" },
  dismiss: { dismissReason: "NOT_RELEVANT" },
  snooze: { snoozePreset: "ONE_HOUR" },
};
const NAMES_REVISION: readonly ModelAct[] = ["resolve", "dismiss", "snooze"];
const table = readInboxTable();

/** Queues an act on the nth task that the phone has seen. */
export async function queueAct(
  inbox: PlayedInbox,
  phone: ModelPhone,
  { act, which }: { readonly act: ModelAct; readonly which: number },
): Promise<void> {
  const ids = [...phone.revisions.keys()];
  const taskId = ids[which % Math.max(1, ids.length)];
  if (taskId === undefined) return;
  const expectedRevision = phone.revisions.get(taskId) ?? 1;
  const seen = NAMES_REVISION.includes(act)
    ? { expectedRevision }
    : { expectedRevision: undefined };
  const clientRecordedAt = (await inbox.now()).toISOString();
  const { expectedRevision: _none, ...bare } = queuedAct(act, taskId, SAID[act], {
    clientRecordedAt,
  });
  const operation = NAMES_REVISION.includes(act) ? { ...bare, ...seen } : bare;
  phone.queue.push({ operation, request: { act, taskId } });
}

/** Queues the review of the day as the phone last read it. */
export function queueReview({ scope }: PlayedInbox, phone: ModelPhone): void {
  if (phone.seen === null) return;
  const { at, version: expectedRevision } = phone.seen;
  const payload = { localDate: scope.agenda.localDate, seenAt: at.toISOString() };
  phone.queue.push({
    operation: queued("day.review", payload, { expectedRevision }),
    request: { seenAt: at },
  });
}

/** Sends the queued operations one by one, so that each can be predicted, and repeats as one batch. */
export async function sendQueue(
  inbox: PlayedInbox,
  phone: ModelPhone,
  again: boolean,
): Promise<void> {
  const { deps, scope } = inbox;
  const done: { operation: Operation; code: string }[] = [];
  for (const { operation, request } of phone.queue) {
    const before = await inbox.rows();
    const { results } = await sendAsCoach(deps, scope, phone.deviceId, [operation]);
    const code = verdictsOf(results)[0] ?? "";
    if (code !== "SCOPE_PAUSED") done.push({ operation, code });
    if ("seenAt" in request) {
      if (code === "ACCEPTED") inbox.truth.review(request.seenAt);
      continue;
    }
    await requirePredicted(inbox, phone, { before, request, operation, results });
  }
  phone.queue = inbox.isPaused ? phone.queue : [];
  if (again && !inbox.isPaused) await sendAgain(inbox, phone, [...phone.sent, ...done].slice(-20));
  phone.sent = [...phone.sent, ...done];
}

async function requirePredicted(
  inbox: PlayedInbox,
  phone: ModelPhone,
  sent: {
    readonly before: InboxRows;
    readonly request: { readonly act: ModelAct; readonly taskId: string };
    readonly operation: Operation;
    readonly results: readonly OperationResult[];
  },
): Promise<void> {
  const { before, request, operation, results } = sent;
  const task = before.tasks.find(({ id }) => id === request.taskId);
  if (task === undefined) throw new Error("The task has disappeared");
  const state = await stateOf(inbox, task, before);
  const refused = predicted(table, request.act, { state, byUserId: inbox.scope.coachUserId });
  const seen = operation.expectedRevision;
  const known = { ...phone, revisions: new Map([[task.id, seen ?? 0]]) };
  const isStale = seen !== undefined && !isCurrent(known, task.id, task.revision);
  const code = verdictsOf(results)[0] ?? "";
  const expected = inbox.isPaused
    ? "SCOPE_PAUSED"
    : (refused ?? (isStale ? "STATE_CONFLICT" : "ACCEPTED"));
  if (!isUncertain(inbox, task, before))
    expect({ act: request.act, code }).toEqual({ act: request.act, code: expected });
  const after = (await inbox.rows()).tasks.find(({ id }) => id === task.id);
  const isOwn = code === "ACCEPTED" && after?.resolutionType !== "SOURCE_COMPLETED";
  if (isOwn) noteOwnChange(phone, task.id, task.revision, after?.revision ?? task.revision);
}

async function sendAgain(
  inbox: PlayedInbox,
  phone: ModelPhone,
  sent: readonly { readonly operation: Operation; readonly code: string }[],
): Promise<void> {
  if (sent.length === 0) return;
  const before = await inbox.rows();
  const operations = sent.map(({ operation }) => operation);
  const { results } = await sendAsCoach(inbox.deps, inbox.scope, phone.deviceId, operations);
  const first = sent.map(({ code }) => (code === "ACCEPTED" ? "ALREADY_ACCEPTED" : code));
  expect(verdictsOf(results)).toEqual(first);
  expect(await inbox.rows()).toEqual(before);
}
