import type { Operation } from "../../../../contract/sync/schema.ts";
import { dayAfter, startOfLocalDay } from "../../../../rules/local-day.ts";
import type { Command, Draft } from "./commands.ts";
import type { QuickLogModel } from "./reference.ts";
import type { ModelDay, ModelDone, ModelOperation, ModelTask } from "./terms.ts";
import { queued } from "../../sync/sync.ts";

/** One of the client's phones. */
export interface PhoneOfHistory {
  readonly deviceId: string;
  /** The revisions of tasks as it last saw them. */
  readonly seen: Map<string, number>;
}

/** How the drafts of a command are sent. */
type Sending = Pick<Command & { readonly kind: "SUBMIT" }, "phone" | "hoursAgo" | "revision"> & {
  readonly seen: ReadonlyMap<string, number>;
  readonly now: number;
  readonly startedAt: number;
  readonly day: ModelDay;
  readonly timezone: string;
};

interface Ground {
  readonly model: QuickLogModel;
  /** Photos that are uploaded. */
  readonly uploadIds: readonly string[];
  readonly receipts: ReadonlyMap<ModelDone, string>;
  /** Receipts of undos, by what they took back. */
  readonly undos: ReadonlyMap<ModelDone, string>;
}

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
const TOO_FAR = 50;
const METRICS = {
  water: ["WATER", "ml"],
  steps: ["STEPS", "steps"],
  weight: ["WEIGHT", "kg"],
} as const;
/** The value that the item of a stretch asks for. */
const MINUTES = { ENOUGH: { minutes: 10 }, NOTHING: undefined, TOO_MUCH: { minutes: 61 } } as const;

/** A draft in its wire form, and in the form of the reference; null if it names a missing object. */
export function resolve(
  ground: Ground,
  draft: Draft,
  sending: Sending,
): { readonly wire: Operation; readonly operation: ModelOperation } | null {
  if (draft.kind === "IMPORT") return anImport(draft, sending);
  const done = draft.kind === "UNDO" ? targetOf(ground, draft.which) : null;
  const task = draft.kind === "UNDO" ? done?.task : taskOf(ground.model, draft, sending.day);
  if (task === undefined) return null;
  const recordedAt = Math.max(sending.now - sending.hoursAgo * HOUR_MS, sending.startedAt);
  const expected = expectedOf(task, sending);
  const clientRecordedAt = new Date(recordedAt).toISOString();
  const changes = { expectedRevision: expected, clientRecordedAt };
  const shared = { phone: sending.phone, task, expected, recordedAt };
  const taskId = task.id;
  switch (draft.kind) {
    case "COMPLETE": {
      const photos = draft.of === "photo" ? ground.uploadIds.slice(0, draft.photos) : [];
      const attachments = photos.map((uploadId) => ({
        uploadId,
        purpose: "PROGRESS_PHOTO" as const,
      }));
      const laden = photos.length === 0 ? changes : { ...changes, attachments };
      return {
        wire: queued("quick-log.complete-task", { taskId }, laden),
        operation: { ...shared, kind: "COMPLETE", photos: photos.length },
      };
    }
    case "START":
      return {
        wire: queued("quick-log.open-structured-log", { taskId }, changes),
        operation: { ...shared, kind: "START" },
      };
    case "SNOOZE": {
      const { minutes } = draft;
      const { now, timezone } = sending;
      const dayEnds = startOfLocalDay(dayAfter(task.localDate), timezone).getTime();
      const until = Math.min(recordedAt + minutes * MINUTE_MS, dayEnds);
      return {
        wire: queued("quick-log.snooze", { taskId, minutes }, changes),
        operation: { ...shared, kind: "SNOOZE", minutes, until, now },
      };
    }
    case "ALL": {
      const asking = task.items.find(({ asks }) => asks);
      const reported = asking === undefined ? "NOTHING" : draft.reported;
      const values = asking && MINUTES[reported] && { [asking.id]: MINUTES[reported] };
      const payload = { taskId, confirmed: true, ...(values && { values }) };
      return {
        wire: queued("quick-log.complete-all", payload, changes),
        operation: { ...shared, kind: "ALL", reported },
      };
    }
    case "TICK": {
      const itemId = itemOf(task, draft.item);
      const isOffered = task.items.some(({ id, asks }) => id === itemId && asks);
      const reported = isOffered ? draft.reported : "NOTHING";
      const values = MINUTES[reported];
      return {
        wire: queued(
          "quick-log.complete-item",
          { taskId, itemId, ...(values && { values }) },
          changes,
        ),
        operation: { ...shared, kind: "TICK", itemId, reported },
      };
    }
    case "SKIP": {
      const { reason, hasNote } = draft;
      const itemId =
        draft.item === null || task.items.length === 0 ? null : itemOf(task, draft.item);
      const payload = {
        taskId,
        reason,
        ...(itemId && { itemId }),
        ...(hasNote && { note: "Help" }),
      };
      return {
        wire: queued("quick-log.skip", payload, changes),
        operation: { ...shared, kind: "SKIP", itemId, reason, hasNote },
      };
    }
    case "VALUE": {
      const { of, value, minute, unit } = draft;
      const [metricKind, ownUnit] = METRICS[of];
      const recorded = new Date(Date.parse(`${task.localDate}T08:00:00Z`) + minute * MINUTE_MS);
      const given = { value, unit: unit === "OWN" ? ownUnit : "cups" };
      const payload = { taskId, metricKind, ...given, sourceType: "MANUAL" };
      return {
        wire: queued(
          "quick-log.record-value",
          { ...payload, recordedAt: recorded.toISOString() },
          changes,
        ),
        operation: { ...shared, kind: "VALUE", value, minute, unit },
      };
    }
    case "UNDO": {
      const { ofUndo } = draft;
      const receipts = ofUndo ? ground.undos : ground.receipts;
      const undoesReceiptId = done === null ? undefined : receipts.get(done);
      if (done === null || undoesReceiptId === undefined) return null;
      const second = { ...changes, operationVersion: 2 };
      return {
        wire: queued("quick-log.undo", { taskId, undoesReceiptId }, second),
        operation: { ...shared, kind: "UNDO", done, ofUndo },
      };
    }
  }
}

/** One of the last accepted operations of any phone, even if undone. */
function targetOf({ model, receipts }: Ground, which: number): ModelDone | null {
  const last = model.done.filter((done) => receipts.has(done)).slice(-10);
  return last[which % Math.max(1, last.length)] ?? null;
}

function taskOf(
  { tasks }: QuickLogModel,
  draft: Exclude<Draft, { readonly kind: "UNDO" | "IMPORT" }>,
  { localDate }: ModelDay,
): ModelTask | undefined {
  const name = "of" in draft ? draft.of : "reminder";
  return [...tasks.values()].find((task) => task.name === name && task.localDate === localDate);
}

function itemOf({ items }: ModelTask, item: number): string {
  return items[item % items.length]?.id ?? "";
}

function expectedOf({ id, revision }: ModelTask, sending: Sending): number {
  if (sending.revision === "AHEAD") return revision + TOO_FAR;
  return sending.revision === "FIRST" ? 1 : (sending.seen.get(id) ?? 1);
}

/** Measured from midnight of its day in the client's zone of that day, or from an hour before. */
function anImport(
  { source, until, value, how }: Draft & { readonly kind: "IMPORT" },
  { day, phone, now, timezone }: Sending,
) {
  const { localDate } = day;
  const midnight = startOfLocalDay(localDate, timezone).getTime();
  const before = how === "OF_TWO_DAYS" ? HOUR_MS : 0;
  const windowEnd = Math.min(
    midnight + until * 10 * MINUTE_MS,
    startOfLocalDay(dayAfter(localDate), timezone).getTime(),
  );
  const verified = how === "MEASURED";
  return {
    wire: queued(
      "quick-log.import-value",
      {
        metricKind: "STEPS",
        localDate,
        value,
        unit: "steps",
        sourceType: source,
        sourceDevice: "Watch",
        windowStart: new Date(midnight - before).toISOString(),
        windowEnd: new Date(windowEnd).toISOString(),
        userEntered: how === "TYPED",
      },
      { clientRecordedAt: new Date(now).toISOString() },
    ),
    operation: {
      kind: "IMPORT",
      phone,
      day,
      reported: { source, until, value, verified, how },
      windowEnd,
      now,
    } as const,
  };
}
