import type { InboxAct } from "../../../../device/coach/act-types.ts";
import type { InboxRow } from "../../../../device/coach/types.ts";
import { recordEntry, wordOf } from "./record-entry.ts";
import type { CoachActName, Step } from "../types.ts";
import type { World } from "../world.ts";

/** A coach acts on a row of the inbox that the phone shows, or reviews a day. */
export async function actOnRow(
  world: World,
  { act, task: nth, again }: Extract<Step, { kind: "COACH_ACT" }>,
): Promise<void> {
  const inbox = await world.device?.part("inbox");
  if (inbox === undefined) return;
  if (act === "REVIEW_DAY") return await reviewDay(world, nth, again);
  const all = (await inbox.list())?.rows ?? [];
  const fitting = all.filter((row) => FITTING[act]?.(row));
  const rows = fitting.length === 0 ? all : fitting;
  const row = rows[nth % Math.max(1, rows.length)];
  if (row === undefined) return;
  const { taskId, scopeId: relationshipId } = row;
  const word = WITH_NOTE.includes(act) ? wordOf(world) : null;
  const made: InboxAct = { ...actOf(act, word ?? "", nth), taskId };
  await recordEntry(world, { relationshipId, taskId, word, again }, async (callId) => {
    await inbox.act({ ...made, callId });
    return true;
  });
}

/** A coach reviews a day of the nth client, every third time a version that the server no longer has. */
async function reviewDay(world: World, nth: number, again: boolean): Promise<void> {
  const scopes = (await world.device?.scopes()) ?? [];
  const scope = scopes[nth % Math.max(1, scopes.length)];
  const inbox = await world.device?.part("inbox");
  if (scope === undefined || inbox === undefined) return;
  const { scopeId } = scope;
  const localDate = "2026-01-05";
  const seenAt = new Date(world.clock.now()).toISOString();
  const review = { scopeId, localDate, seenAt, agendaVersion: nth % 3 === 0 ? 0 : 1 };
  const entry = { relationshipId: scopeId, taskId: localDate, word: null, again };
  await recordEntry(world, entry, async (callId) => {
    await inbox.reviewDay({ ...review, callId });
    return true;
  });
}

/** Rows on which an act may be accepted, for acts that most rows do not offer. */
const FITTING: Readonly<Partial<Record<CoachActName, (row: InboxRow) => boolean>>> = {
  UNDO: ({ accepted, expected }) =>
    accepted.undoUntil !== null || CLOSED.includes(expected?.status ?? ""),
  UNSNOOZE: ({ accepted, expected }) => (expected ?? accepted).status === "SNOOZED",
  REVIEW: ({ accepted }) => accepted.taskType === "FORM_REVIEW",
};

const CLOSED = ["RESOLVED", "DISMISSED"];

const WITH_NOTE: readonly CoachActName[] = ["RESOLVE", "DISMISS"];

type RowAct = InboxAct extends infer Act
  ? Act extends InboxAct
    ? Omit<Act, "taskId">
    : never
  : never;

function actOf(act: Exclude<CoachActName, "REVIEW_DAY">, note: string, nth: number): RowAct {
  switch (act) {
    case "RESOLVE":
      return { act, resolutionType: "HANDLED_OUTSIDE_APP", note };
    case "DISMISS":
      return { act, dismissReason: "NOT_RELEVANT", note };
    case "SNOOZE":
      return { act, snoozePreset: nth % 2 === 0 ? "ONE_HOUR" : "TOMORROW_MORNING" };
    default:
      return { act };
  }
}
