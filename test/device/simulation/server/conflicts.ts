import { resolveConflictSchema } from "../../../../contract/workouts/conflict-schema.ts";
import type { WorkoutIntent } from "../../../../contract/workouts/session-schema.ts";
import {
  CONFLICT_KINDS,
  CONFLICT_OPTIONS,
} from "../../../../contract/workouts/session-vocabulary.ts";
import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import type { HttpAnswer, HttpRequest } from "../../../../device/ports/http.ts";
import { judgeResolution } from "../../../../rules/workouts/conflicts/judge-resolution.ts";
import { problem } from "../../../factories/device/fake-api.ts";
import type { Caller } from "./model-server.ts";
import { success } from "./success.ts";
import type { Judging, Relationship, ServerConflict } from "./types.ts";

/** Answers requests about the conflicts of workout drafts: the list, and a choice. */
export function answerConflicts({ server, person }: Caller, request: HttpRequest): HttpAnswer {
  const relationship = server.relationshipOf(person);
  if (relationship === undefined) return problem({ code: "NOT_FOUND" });
  const [path = "", query] = request.path.split("?");
  const conflicts = [...relationship.conflicts.values()].toReversed();
  if (request.method === "GET") {
    const status = new URLSearchParams(query).get("status");
    const items = conflicts.map(presentConflict).filter((one) => one.status === status);
    return success(server, { items, nextCursor: null });
  }
  const conflict = conflicts.find(({ id }) => path.includes(id));
  const read = resolveConflictSchema.safeParse(JSON.parse(request.body ?? "null"));
  if (conflict === undefined) return problem({ code: "NOT_FOUND" });
  if (!read.success) return problem({ code: "VALIDATION_FAILED" });
  const verdict = judgeResolution(conflict, read.data);
  if (typeof verdict === "object")
    return problem({
      code: verdict.fault === "NOT_OFFERED" ? "RESOLUTION_NOT_ALLOWED" : "STATE_CONFLICT",
    });
  if (conflict.resolution === null) {
    relationship.changes += 1;
    conflict.changedBy = relationship.changes;
  }
  conflict.resolution ??= read.data.resolution;
  const { taskId } = conflict;
  const packages = [...relationship.packages.values()].filter((pack) => pack.taskId === taskId);
  return success(server, { conflict: presentConflict(conflict), receipts: [], packages });
}

/**
 * Opens the conflict of a refused draft, or renews it. An accepted discard ends it. Only these operations open one
 * (docs/rooms/workouts.md#conflicts).
 *
 * @returns the open conflict of a refused draft; null if there is none.
 */
export function noteConflict(
  { conflicts, changes }: Relationship,
  { intent, operationId, code }: Noted,
  { receiptId, lineageId, now }: Judging,
): ServerConflict | null {
  const { clientSessionId, taskId, packageId, clientRevision } = intent.payload;
  const known = [...conflicts.values()].filter((one) => one.clientSessionId === clientSessionId);
  const open = known.find(({ resolution }) => resolution === null);
  if (intent.kind === "workout.discard-session" && code === null && open?.lineageId === lineageId) {
    open.resolution = "DISCARD";
    open.resolvedBy = operationId;
    open.changedBy = changes + 1;
  }
  const kind = CONFLICT_KINDS.find((one) => one === code);
  if (kind === undefined || !OPENING.includes(intent.kind)) return null;
  if (known.some(({ resolution }) => resolution === "DISCARD")) return null;
  const frozenRevision =
    intent.kind === "workout.submit-session" ? intent.payload.frozenRevision : clientRevision;
  const draft = { clientSessionId, lineageId, taskId, packageId, operationId, frozenRevision };
  const id = open?.id ?? receiptId;
  const openedAt = open?.openedAt ?? now;
  const ended = { resolution: null, resolvedBy: null };
  const noted = { ...draft, ...ended, id, kind, receiptId, openedAt, changedBy: changes + 1 };
  conflicts.set(id, noted);
  return noted;
}

interface Noted {
  readonly intent: WorkoutIntent;
  readonly operationId: string;
  /** Null if it was accepted. */
  readonly code: VerdictCode | null;
}

const OPENING: readonly WorkoutIntent["kind"][] = [
  "workout.start-session",
  "workout.submit-session",
  "workout.correct-session",
];

/** Lineage of the phone whose draft is in conflict; null without a conflict. */
export function refusedFor({ conflicts }: Relationship, clientSessionId: string): string | null {
  const open = [...conflicts.values()].find(
    (one) => one.clientSessionId === clientSessionId && one.resolution === null,
  );
  return open?.lineageId ?? null;
}

function presentConflict(conflict: ServerConflict) {
  const { id, kind, resolution, clientSessionId, operationId, frozenRevision } = conflict;
  const { lineageId: deviceId, taskId, packageId } = conflict;
  return {
    conflictId: id,
    kind,
    status: resolution === null ? "OPEN" : "RESOLVED",
    options: resolution === null ? CONFLICT_OPTIONS[kind] : [],
    resolution,
    localReference: {
      clientSessionId,
      clientOperationId: operationId,
      deviceId,
      frozenRevision,
      taskId,
      packageId,
      localDate: "2026-01-05",
    },
    serverReference: { sessionId: null, packageId, taskId, revision: null },
    latestReceiptId: conflict.receiptId,
    openedAt: conflict.openedAt.toISOString(),
    explanation: null,
  };
}
