import { INBOX_PAYLOADS } from "../../../../contract/inbox/operation-schema.ts";
import { SOURCES } from "../../../../contract/inbox/source-vocabulary.ts";
import type { CoachTaskStatus } from "../../../../contract/inbox/vocabulary.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { coachTaskRefetch } from "../../../../rules/inbox/coach-task-refetch.ts";
import {
  judgeAct,
  judgeDismissal,
  judgeResolution,
  statusAt,
  undoableUntil,
} from "../../../../rules/inbox/judge-act.ts";
import { presetUntil } from "../../../../rules/inbox/preset-until.ts";
import { type Decision, refuse, type Refused } from "../../../../rules/sync/decision.ts";
import { judgeAfterRestore } from "../../../../rules/sync/judge-after-restore.ts";
import type { InboxRow, Judging, Relationship } from "./types.ts";

/** Decides an act on a row of the inbox by the product's own rules, and changes the row if it is accepted. */
export function judgeInbox(
  relationship: Relationship,
  operation: Operation,
  { now }: Judging,
): Decision {
  const row = relationship.rows.get(String(operation.payload["taskId"]));
  if (row === undefined) return refuse("COACH_TASK_UNKNOWN");
  const outcome = decide({ relationship, row, operation, now });
  if (typeof outcome === "string") return refused({ relationship, row, operation, now }, outcome);
  Object.assign(row, outcome, { revision: row.revision + 1 });
  const { taskId, revision } = row;
  return {
    accepted: true,
    revision,
    canonicalRecordId: taskId,
    canonicalIds: [],
    refetch: [coachTaskRefetch({ id: taskId, workspaceId: relationship.workspaceId }, "CHANGED")],
  };
}

interface Case {
  readonly relationship: Relationship;
  readonly row: InboxRow;
  readonly operation: Operation;
  readonly now: Date;
}

type Change = Partial<Omit<InboxRow, "taskId" | "revision">>;

/** The change of the row, or the code of the refusal. */
function decide({ relationship, row, operation, now }: Case): Change | Refused["code"] {
  const { operationType, payload } = operation;
  const actedAt = new Date(operation.clientRecordedAt);
  const status = statusAt(row, now);
  const judged = { status, severity: row.severity, clientStatus: relationship.status };
  const closing = (to: CoachTaskStatus, isUndoable = true): Change => ({
    status: to,
    decision: { closedAt: now, former: status, isUndoable },
  });
  switch (operationType) {
    case "inbox.resolve": {
      const read = INBOX_PAYLOADS.resolve.safeParse(payload);
      if (!read.success) return "PAYLOAD_INVALID";
      const { resolutionType, note = null } = read.data;
      const code =
        judgeAct(judged, "RESOLVE") ??
        unseen(relationship, row, operation) ??
        judgeResolution(row, resolutionType, note);
      return verdictOf(code) ?? closing("RESOLVED");
    }
    case "inbox.review": {
      if (!INBOX_PAYLOADS.review.safeParse(payload).success) return "PAYLOAD_INVALID";
      const code = judgeAct(judged, "REVIEW") ?? unseen(relationship, row, operation);
      if (code !== null) return verdictOf(code) ?? "STATE_CONFLICT";
      return SOURCES[row.sourceKind].reviewedAs === null
        ? "RESOLUTION_NOT_ALLOWED"
        : closing("RESOLVED", false);
    }
    case "inbox.dismiss": {
      const read = INBOX_PAYLOADS.dismiss.safeParse(payload);
      if (!read.success) return "PAYLOAD_INVALID";
      const { dismissReason, note = null, untilOccurrences = null } = read.data;
      const code =
        judgeAct(judged, "DISMISS", dismissReason) ??
        unseen(relationship, row, operation) ??
        judgeDismissal(row.severity, dismissReason, { note, untilOccurrences });
      return verdictOf(code) ?? closing("DISMISSED");
    }
    case "inbox.snooze": {
      const read = INBOX_PAYLOADS.snooze.safeParse(payload);
      if (!read.success) return "PAYLOAD_INVALID";
      const code = judgeAct(judged, "SNOOZE") ?? unseen(relationship, row, operation);
      const clock = { coachTimezone: "UTC", nextCheckInAt: null };
      const snoozedUntil = presetUntil(read.data.snoozePreset, actedAt, clock);
      return verdictOf(code) ?? { status: "SNOOZED", snoozedUntil };
    }
    case "inbox.undo": {
      const code = judgeAct(judged, "UNDO") ?? unseen(relationship, row, operation);
      const { decision } = row;
      const byUser = { byUserId: "coach", closedAt: decision?.closedAt ?? null };
      const isOver = decision?.isUndoable !== true || undoableUntil(byUser, "coach", now) === null;
      if (code !== null || isOver) return verdictOf(code) ?? "STATE_CONFLICT";
      return { status: decision.former, decision: null };
    }
    default:
      return touch({ relationship, row, operation, now }, judged);
  }
}

/** Starts, wakes, pins or unpins a row. */
function touch(
  { relationship, row, operation }: Case,
  judged: Parameters<typeof judgeAct>[0],
): Change | Refused["code"] {
  const act = TOUCHES.find((one) => operation.operationType === `inbox.${one.toLowerCase()}`);
  if (act === undefined || !INBOX_PAYLOADS.touch.safeParse(operation.payload).success)
    return "PAYLOAD_INVALID";
  const code = judgeAct(judged, act) ?? unseen(relationship, row, operation);
  if (code !== null) return verdictOf(code) ?? "STATE_CONFLICT";
  if (act === "PIN" || act === "UNPIN") return { isPinned: act === "PIN" };
  return { status: act === "START" ? "IN_PROGRESS" : "OPEN", snoozedUntil: null };
}

const TOUCHES = ["START", "UNSNOOZE", "PIN", "UNPIN"] as const;

/** Another phone of the coach changed the row since this one saw it. */
function unseen(
  { restoredAt }: Relationship,
  row: InboxRow,
  { expectedRevision, clientRecordedAt }: Operation,
): "STATE_CONFLICT" | null {
  if (expectedRevision === undefined) return null;
  const named = { expectedRevision, madeAt: new Date(clientRecordedAt) };
  const judged = judgeAfterRestore(named, row, restoredAt);
  return judged.expectedRevision < row.foreignRevision ? "STATE_CONFLICT" : null;
}

/** A client who is paused takes no act; the scope of the batch answers that before. */
function verdictOf(code: string | null): Refused["code"] | null {
  return code === null ? null : (VERDICTS.find((one) => one === code) ?? "STATE_CONFLICT");
}

const VERDICTS = [
  "STATE_CONFLICT",
  "SNOOZE_NOT_ALLOWED",
  "RESOLUTION_NOT_ALLOWED",
  "NOTE_REQUIRED",
] as const;

function refused({ relationship, row, operation }: Case, code: Refused["code"]): Refused {
  const { workspaceId } = relationship;
  const { taskId: id, revision } = row;
  const isConflict = code === "STATE_CONFLICT";
  const known = {
    ...refuse(code),
    latestRevision: revision,
    refetch: [coachTaskRefetch({ id, workspaceId }, isConflict ? "STALE" : "CHANGED")],
  };
  return isConflict
    ? { ...known, conflict: conflictSince(operation.expectedRevision ?? revision, "status") }
    : known;
}

function conflictSince(sinceRevision: number, field: string): NonNullable<Refused["conflict"]> {
  return {
    changedFields: [field],
    sinceRevision,
    changedBy: "COACH",
    changedAt: "2026-01-05T08:00:00.000Z",
    writeSetsTouch: true,
    rebaseRevision: null,
  };
}

/** Every day has version 1: a review of an older one is a conflict. */
export function judgeReview({ expectedRevision = 0 }: Operation): Decision {
  if (expectedRevision === 1)
    return {
      accepted: true,
      revision: 1,
      canonicalRecordId: REVIEW_ID,
      canonicalIds: [],
      refetch: [],
    };
  const conflict = conflictSince(expectedRevision, "tasks");
  return { ...refuse("STATE_CONFLICT"), latestRevision: 1, conflict };
}

const REVIEW_ID = "018f0000-0000-7000-8000-0000000000d2";
