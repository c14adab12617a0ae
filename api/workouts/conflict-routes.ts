import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { refuseResolution } from "../../activities/workouts/conflicts/refuse-resolution.ts";
import { refreshDraft } from "../../activities/workouts/conflicts/refresh-draft.ts";
import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import {
  conflictParamsSchema,
  type ResolveConflict,
  resolveConflictSchema,
  resolvedConflictSchema,
  workoutConflictSchema,
  workoutConflictsQuerySchema,
} from "../../contract/workouts/conflict-schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import type { WorkoutOperationType } from "../../contract/workouts/session-schema.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import { findOwnScope } from "../../db/quick-log/queries.ts";
import { listReceiptsOfOperations } from "../../db/sync/client-batches/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  type ConflictRow,
  findConflict,
  listConflicts,
} from "../../db/workouts/conflicts/queries.ts";
import {
  judgeResolution,
  refusedResolution,
} from "../../rules/workouts/conflicts/judge-resolution.ts";
import { readIdPage } from "../id-page.ts";
import { read, unmanaged, type Endpoint } from "../endpoint.ts";
import { operationRequest } from "../sync/admission-request.ts";
import { admitCounted } from "../sync/admit-counted.ts";
import { requireOwnDevice } from "../sync/require-own-device.ts";
import { presentConflict, presentResolved } from "./present-conflict.ts";

const CONFLICTS = "/api/v1/client/workout-sessions/conflicts";

/**
 * The drafts of a client that the server could not accept. After a restart, or if relationship sync brought the
 * refusal, a phone finds here what its choice needs (docs/rooms/workouts.md#conflicts).
 */
const list = read({
  method: "GET",
  path: CONFLICTS,
  name: "listWorkoutConflicts",
  summary: "Read the drafts in conflict, newest first",
  source: "docs/rooms/workouts.md#conflicts",
  access: "client",
  query: workoutConflictsQuerySchema,
  answer: pageSchema(workoutConflictSchema),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
  async handle({ em, query, granted: { caller }, deps }) {
    const scope = await findOwnScope(em, caller.userId);
    if (scope === null) throw new Refusal("NOT_FOUND");
    const { relationshipId } = scope;
    const filter = { relationshipId, status: query.status ?? null };
    const pages = { deps, scope: `workout-conflicts:${JSON.stringify(filter)}` };
    const { rows, nextCursor } = await readIdPage(pages, query, ({ afterId, limit }) =>
      listConflicts(em, { ...filter, afterId, limit: limit + 1 }),
    );
    return { items: rows.map(presentConflict), nextCursor };
  },
});

/**
 * A client's choice about a refused draft (docs/rooms/workouts.md#conflicts): it admits the operation that ends the
 * conflict, or marks that the client accepts the server's state.
 */
const resolveConflict = unmanaged({
  method: "POST",
  path: `${CONFLICTS}/{conflictId}/resolve`,
  name: "resolveWorkoutConflict",
  summary: "Resolve the conflict of a refused draft",
  source: "docs/rooms/workouts.md#conflicts",
  access: "client",
  traffic: "SYNC",
  params: conflictParamsSchema,
  body: resolveConflictSchema,
  answer: resolvedConflictSchema,
  refusals: [
    "NOT_FOUND",
    "DEVICE_REVOKED",
    "RESOLUTION_NOT_ALLOWED",
    "STATE_CONFLICT",
    "RATE_LIMITED",
    "UNAVAILABLE",
  ],
  async handle({ params: { conflictId }, body: resolution, granted: { caller }, request, deps }) {
    const { em } = deps.database;
    const { deviceId } = resolution;
    const scope = await findOwnScope(em.fork(), caller.userId);
    if (scope === null) throw new Refusal("NOT_FOUND");
    await requireOwnDevice(em.fork(), caller, deviceId);
    const { relationshipId } = scope;
    const place = { relationshipId, conflictId };
    const found = await getConflict(em.fork(), place);
    if (judge(found, resolution) === "DO") {
      if (resolution.resolution === "DISCARD")
        await admitCounted(
          deps,
          operationRequest(
            { caller, request },
            {
              relationshipId,
              deviceId,
              clientSentAt: undefined,
              operation: discarding(found, resolution, scope.now),
            },
            async () => await Promise.resolve(),
          ),
        );
      else {
        const { requestId } = request;
        await transact(em, (tx) => refreshDraft(tx, { ...resolution, ...place, requestId }));
      }
    }
    const resolved = await getConflict(em.fork(), place);
    // The choice may have been refused or overtaken.
    if (judge(resolved, resolution) !== "DONE") throw notDone(resolved);
    const { resolvedBy } = resolved;
    const ids = new Set([...resolution.operationIds, ...(resolvedBy === null ? [] : [resolvedBy])]);
    const named = { deviceId, relationshipId, clientOperationIds: [...ids] };
    const receipts = await listReceiptsOfOperations(em.fork(), named);
    if (receipts.some(({ status }) => status !== "ACCEPTED"))
      throw refuseResolution(refusedResolution(resolved, "NOT_RESUBMITTED"));
    return presentResolved(resolved, receipts);
  },
});

/** @throws Refusal NOT_FOUND, the same for an unknown and for a foreign conflict. */
async function getConflict(
  em: SqlEntityManager,
  place: { readonly relationshipId: string; readonly conflictId: string },
): Promise<ConflictRow> {
  const found = await findConflict(em, place);
  if (found === null) throw new Refusal("NOT_FOUND");
  return found;
}

/**
 * Whether the choice is to be made (`DO`) or was made already (`DONE`). @throws Refusal RESOLUTION_NOT_ALLOWED,
 * STATE_CONFLICT.
 */
function judge(conflict: ConflictRow, resolution: ResolveConflict): "DO" | "DONE" {
  const { frozenRevision } = conflict.refs;
  const verdict = judgeResolution({ ...conflict, frozenRevision }, resolution);
  if (verdict === "DO" || verdict === "DONE") return verdict;
  throw refuseResolution(verdict);
}

function notDone(conflict: ConflictRow): Refusal {
  return refuseResolution(refusedResolution(conflict, "NOT_DONE"));
}

/**
 * The operation that discards the draft, under the phone's id for it. Without one the id is derived from the
 * conflict's, so that a repeat is the same operation.
 *
 * @throws Refusal STATE_CONFLICT when the draft's package has been deleted.
 */
function discarding(
  conflict: ConflictRow,
  { draft, operationIds }: ResolveConflict,
  now: Date,
): Operation {
  const { id, refs, packageChecksum } = conflict;
  const { taskId, packageId } = refs;
  if (packageChecksum === null) throw notDone(conflict);
  const [clientOperationId = idFrom(id, "DISCARD")] = operationIds;
  const { clientSessionId, frozenRevision: clientRevision } = draft;
  const named = { clientSessionId, clientRevision, taskId, packageId, packageChecksum };
  const payload = { ...named, reason: null };
  return {
    clientOperationId,
    operationType: "workout.discard-session" satisfies WorkoutOperationType,
    operationVersion: 1,
    localSequence: 0,
    clientRecordedAt: now.toISOString(),
    payloadChecksum: checksumOf(payload),
    payload,
  };
}

/** The routes of drafts in conflict. */
export const conflictEndpoints: readonly Endpoint[] = [list, resolveConflict];
