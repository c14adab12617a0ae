import {
  COACH_TASK_TYPES,
  type CoachTaskType,
  type SourceKind,
  SOURCE_KINDS,
  SOURCES,
} from "../../../contract/inbox/source-vocabulary.ts";
import {
  COACH_TASK_STATUSES,
  type CoachTaskStatus,
  SEVERITIES,
  type Severity,
} from "../../../contract/inbox/vocabulary.ts";
import {
  RELATIONSHIP_STATUSES,
  type RelationshipStatus,
} from "../../../contract/relationships/vocabulary.ts";
import type { CoachTaskItem } from "../../wire/inbox-types.ts";

/** A row as the rules read it; null if it has a value that this version does not know. */
export function predictedRow(item: CoachTaskItem): PredictedRow | null {
  const taskType = COACH_TASK_TYPES.find((known) => known === item.taskType);
  const status = COACH_TASK_STATUSES.find((known) => known === item.status);
  const severity = SEVERITIES.find((known) => known === item.severity);
  const clientStatus = RELATIONSHIP_STATUSES.find((known) => known === item.client.status);
  // Sources do not share a closing code.
  const sourceKind = SOURCE_KINDS.find((kind) => SOURCES[kind].closes.code === item.closes.code);
  if (
    taskType === undefined ||
    status === undefined ||
    severity === undefined ||
    clientStatus === undefined ||
    sourceKind === undefined
  )
    return null;
  return {
    taskId: item.taskId,
    relationshipId: item.client.relationshipId,
    revision: item.revision,
    taskType,
    status,
    severity,
    clientStatus,
    sourceKind,
    mayOpen: item.mayOpen,
    snoozedUntil: item.snoozedUntil === null ? null : new Date(item.snoozedUntil),
    undoUntil: item.undoUntil === null ? null : new Date(item.undoUntil),
    isPinned: item.score.pin > 0,
    statusBefore: null,
  };
}

/** The fields of a row that decide about an act. */
export interface PredictedRow {
  readonly taskId: string;
  readonly relationshipId: string;
  readonly revision: number;
  readonly taskType: CoachTaskType;
  readonly status: CoachTaskStatus;
  readonly severity: Severity;
  readonly clientStatus: RelationshipStatus;
  readonly sourceKind: SourceKind;
  readonly mayOpen: boolean;
  readonly snoozedUntil: Date | null;
  readonly undoUntil: Date | null;
  readonly isPinned: boolean;
  /** The row before a decision that this device made and the server has not confirmed yet; an undo returns to it. */
  readonly statusBefore: Pick<PredictedRow, "status" | "snoozedUntil"> | null;
}
