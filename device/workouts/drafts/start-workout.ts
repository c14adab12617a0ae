import { DRAFT_LIMITS } from "../../../contract/workouts/vocabulary.ts";
import type { StartSession } from "../../../contract/workouts/session-schema.ts";
import { EMPTY_CONTENT } from "../../../rules/workouts/conflicts/merge-draft.ts";
import { instantOf } from "../../lanes/instant.ts";
import type { Envelope } from "../../outbox/envelope.ts";
import { isSameAct } from "../../outbox/is-same-act.ts";
import type { PartContext } from "../../parts/part-context.ts";
import type { Statement } from "../../ports/sql.ts";
import { loadDay } from "../../read/load-day.ts";
import { maybeTextIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { StartOutcome } from "../outcome-types.ts";
import { loadManifest, loadPackage } from "../packages/package-rows.ts";
import type { StoredPackage } from "../packages/verify-package.ts";
import type { StartWorkout } from "../types.ts";
import { draftState } from "./draft-state.ts";
import { draftFields } from "./intents.ts";
import { judgeStart } from "./judge-start.ts";
import { openDraft, workoutDrafts } from "./workout-drafts.ts";

/** Begins the workout of a task, or returns its draft. Calls of one scope must be serialised. */
export async function startWorkout(
  context: PartContext,
  { taskId, callId }: StartWorkout,
): Promise<StartOutcome> {
  const operationId = callId ?? context.core.ports.random.uuid();
  const begun = await draftOfOperation(context, operationId, taskId);
  if (begun !== null) return { kind: "STARTED", draftId: begun, operationId };
  const drafts = await listStates(context);
  const known = drafts.find(
    ({ draft, status }) => draft.taskId === taskId && status !== "DISCARDED",
  );
  if (known !== undefined) return { kind: "CONTINUED", draftId: known.draft.id };
  const unsynced = drafts.filter(({ status }) => status !== "ACCEPTED" && status !== "DISCARDED");
  if (unsynced.length >= DRAFT_LIMITS.unsyncedDrafts)
    return { kind: "REFUSED", code: "TOO_MANY_DRAFTS" };
  const pack = await packageFor(context, taskId);
  if ("kind" in pack) return pack;
  return await begin(context, pack, operationId);
}

/** @throws ActionFault ID_TAKEN if another act has this id. */
async function draftOfOperation(
  { core, scopeId }: PartContext,
  id: string,
  taskId: string,
): Promise<string | null> {
  const isStart = { id, scopeId, operationType: START };
  const isSamePayload = ({ payload }: Envelope) => payload["taskId"] === taskId;
  if (!(await isSameAct(core, { ...isStart, isSamePayload }))) return null;
  const [row] = await core.ports.sql.read({
    sql: `select object_id from sync_operation where client_operation_id = ?`,
    params: [id],
  });
  return row === undefined ? null : maybeTextIn(row, "object_id");
}

async function listStates({ core, row }: PartContext) {
  const scope = await row();
  const drafts = (await workoutDrafts(core).list(scope)).flatMap((draft) => openDraft(draft) ?? []);
  return await Promise.all(drafts.map(async (draft) => await draftState(core, scope, draft)));
}

/** The package to begin with. If the policy or the time forbids a start with it, it is read from the server first. */
async function packageFor(
  context: PartContext,
  taskId: string,
): Promise<StoredPackage | StartOutcome> {
  const { core, row } = context;
  const known = await loadPackage(core, await row(), taskId);
  const refusal = known === null ? "PACKAGE_ABSENT" : await judge(context, known, false);
  if (known !== null && refusal === null) return known;
  if ((await context.refresh()) !== "READ")
    return { kind: "REFUSED", code: refusal ?? "PACKAGE_ABSENT" };
  const read = await loadPackage(core, await row(), taskId);
  if (read === null) return { kind: "REFUSED", code: "PACKAGE_ABSENT" };
  const code = await judge(context, read, true);
  return code === null ? read : { kind: "REFUSED", code };
}

async function judge({ core, row }: PartContext, pack: StoredPackage, isConfirmed: boolean) {
  const scope = await row();
  const [known, day] = await Promise.all([loadManifest(core, scope), loadDay(core, scope)]);
  const now = core.ports.clock.now() + (known?.manifest.serverAheadMs ?? 0);
  const today = isConfirmed ? (day?.content.localDate ?? null) : null;
  return judgeStart(pack, { now, isConfirmed, today });
}

async function begin(
  { core, enqueue }: PartContext,
  pack: StoredPackage,
  operationId: string,
): Promise<StartOutcome> {
  const draftId = core.ports.random.uuid();
  const startedAt = instantOf(core.ports.clock.now());
  const payload: StartSession = { ...draftFields(draftId, 1, pack), startedAt };
  const body = {
    content: EMPTY_CONTENT,
    startedAt,
    finishedAt: null,
    frozenRevision: null,
    guide: { position: null, comeBack: [], revision: 0 },
  };
  const draft = { id: draftId, taskId: pack.taskId, body, origin: pack };
  await enqueue(
    { clientOperationId: operationId, operationType: START, payload },
    async (scope) => [await workoutDrafts(core).insert(scope, draft, roomFor(scope, pack.taskId))],
  );
  return { kind: "STARTED", draftId, operationId };
}

const START = "workout.start-session";

/** A draft whose submit is accepted, that was discarded, or whose key is gone, takes no room. */
const UNSYNCED = `kind = 'WORKOUT' and status <> 'UNREADABLE' and not exists (select 1 from sync_operation operation
  where operation.scope_id = draft.scope_id and operation.object_id = draft.id
    and (operation.operation_type = 'workout.submit-session' and operation.status = 'ACCEPTED'
      or operation.operation_type = 'workout.discard-session' and operation.status in ('QUEUED', 'SYNCING', 'ACCEPTED')))`;

/** One draft of a task, and at most two in all (docs/rooms/workouts.md#reads). */
function roomFor({ scopeId }: ScopeRow, taskId: string): Statement {
  return {
    sql: `(select count(*) from draft where scope_id = ? and ${UNSYNCED}) < ${DRAFT_LIMITS.unsyncedDrafts}
      and not exists (select 1 from draft where scope_id = ? and task_id = ? and ${UNSYNCED})`,
    params: [scopeId, scopeId, taskId],
  };
}
