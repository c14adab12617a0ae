import { SOURCES, type SourceKind } from "../../../../contract/inbox/source-vocabulary.ts";
import type { Severity } from "../../../../contract/inbox/vocabulary.ts";
import type { CoachTaskType } from "../../../../contract/inbox/source-vocabulary.ts";
import type { CoachTaskItem } from "../../../../device/wire/inbox-types.ts";
import { undoEndsAt } from "../../../../rules/inbox/judge-act.ts";
import { isUnresolved } from "../../../../rules/inbox/settle-case.ts";
import { taskOf } from "../../../factories/device/coach-world.ts";
import type { InboxRow, PersonName, Relationship } from "./types.ts";

/** Lays rows about a client: one that may wait, an urgent one, and one with a source to review. */
export function layRows({ rows }: Relationship, uuid: () => string): void {
  for (const [taskType, sourceKind, severity] of LAID) {
    const taskId = uuid();
    rows.set(taskId, {
      taskId,
      taskType,
      sourceKind,
      severity,
      status: "OPEN",
      revision: 1,
      snoozedUntil: null,
      isPinned: false,
      decision: null,
      foreignRevision: 0,
    });
  }
}

const LAID: readonly (readonly [CoachTaskType, SourceKind, Severity])[] = [
  ["MISSED_CHECK_IN", "CHECK_IN", "NORMAL"],
  ["MESSAGE_FOLLOW_UP", "MESSAGE", "URGENT"],
  ["FORM_REVIEW", "FORM", "NORMAL"],
];

/** The workspace of a coach. */
export function workspaceOf(person: PersonName): string {
  return `018f0000-0000-7000-8000-0000000000${person.toLowerCase().repeat(2)}`;
}

/** A row in the format of the API. */
export function presentRow(
  { id, person, status: clientStatus }: Relationship,
  row: InboxRow,
): CoachTaskItem {
  const { taskId, taskType, sourceKind, severity, status, revision } = row;
  const plain = taskOf(taskId);
  return {
    ...plain,
    taskType,
    severity,
    status,
    revision,
    score: { ...plain.score, pin: row.isPinned ? 1_000 : 0 },
    client: {
      ...plain.client,
      relationshipId: id,
      userId: `client-of-${person}`,
      status: clientStatus,
    },
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    undoUntil:
      row.decision?.isUndoable === true ? undoEndsAt(row.decision.closedAt).toISOString() : null,
    closes: { code: SOURCES[sourceKind].closes.code, sentence: "Closes with its source." },
  };
}

/** The fields of a row that a device may never show otherwise than the server did. */
export function decisiveOf({ taskId, revision, status, snoozedUntil }: CoachTaskItem) {
  return { taskId, revision, status, snoozedUntil };
}

/** Another phone of the coach starts or resolves a row that is unresolved. */
export function actOnRowElsewhere(
  relationships: readonly Relationship[],
  { nth, isSkip, now }: { readonly nth: number; readonly isSkip: boolean; readonly now: Date },
): void {
  const places = relationships.flatMap((relationship) =>
    [...relationship.rows.values()].map((row) => ({ relationship, row })),
  );
  const place = places[nth % Math.max(1, places.length)];
  if (place === undefined || !isUnresolved(place.row.status)) return;
  const { relationship, row } = place;
  const former = row.status;
  row.status = isSkip ? "RESOLVED" : "IN_PROGRESS";
  if (isSkip) row.decision = { closedAt: now, former, isUndoable: true };
  row.snoozedUntil = null;
  row.revision += 1;
  row.foreignRevision = row.revision;
  relationship.changes += 1;
}
