import { Refusal } from "../../contract/refusal.ts";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { type DayState, listDayStates, type RelationshipDay } from "../../db/agenda/queries.ts";
import { listWithheldTasks } from "../../db/agenda/withheld/queries.ts";
import { pipelineReads, executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { type LoggedReceipt, listLoggedReceipts } from "../../db/quick-log/receipts/queries.ts";
import { findOwnScope, findTaskDay } from "../../db/quick-log/queries.ts";
import { findSyncDevice } from "../../db/sync/queries.ts";
import { dateOfComputedId } from "../../contract/agenda/task-id.ts";
import { judgeUnopenedDay } from "../../rules/agenda/calendar/judge-unopened-day.ts";
import { localDateOf } from "../../rules/local-day.ts";
import type { ApiDeps } from "../api-deps.ts";
import type { RequestFacts } from "../endpoint.ts";
import type { Caller } from "../guard/caller.ts";
import { operationRequest } from "../sync/admission-request.ts";
import { admitCounted } from "../sync/admit-counted.ts";
import { requireOwn } from "../sync/require-own-device.ts";
import { namedDevice } from "../sync/intake/parse-for-device.ts";

/**
 * Admits one operation on a task as a batch of its own (docs/rooms/quick-log.md#routes).
 *
 * @param operationOf reads the body, once the caller may know of the task.
 * @throws Refusal NOT_FOUND for a task that is not the caller's, unless its day is not open yet or withholds it.
 *   DEVICE_REVOKED. Also what `operationOf` throws.
 */
export async function admitTaskOperation(
  { params, body, granted, request, deps }: TaskRouteInput,
  operationOf: () => Promise<TaskOperation>,
): Promise<AdmittedTaskOperation> {
  const { caller } = granted;
  const em = deps.database.em.fork();
  const { taskId } = params;
  const named = namedDevice(body);
  const [found, device] = await pipelineReads(em, (executor) => [
    findTaskDay(executor, taskId, caller.userId),
    named === null ? Promise.resolve(null) : findSyncDevice(executor, named),
  ]);
  const day = found ?? (await findDayOfAbsent(deps, caller, taskId));
  if (day === null) throw new Refusal("NOT_FOUND");
  const { deviceId, clientSentAt, operation: queued } = await operationOf();
  requireOwn(device, caller);
  const { relationshipId, localDate } = day;
  const operation = queued();
  const clientOperationIds = [operation.clientOperationId];
  const admission = operationRequest(
    { caller, request },
    { relationshipId, deviceId, clientSentAt, operation },
    async (executor) => {
      const [tasks, receipts] = await Promise.all([
        listDayStates(executor, { relationshipId, localDate, taskId }),
        listLoggedReceipts(executor, { deviceId, relationshipId, clientOperationIds }),
      ]);
      return { tasks, receipts };
    },
  );
  const admitted = await admitCounted(deps, admission);
  const [result] = admitted.results;
  if (result === undefined) throw new Error("The operation has no result");
  const { tasks, receipts } = admitted.extra;
  const logged = receipts.find(({ receiptId }) => receiptId === result.receiptId);
  return { taskId, deviceId, day, result, tasks, logged };
}

/** The input of a route for one task. */
export interface TaskRouteInput {
  readonly params: { readonly taskId: string };
  readonly body: unknown;
  readonly granted: { readonly caller: Caller };
  readonly request: RequestFacts;
  readonly deps: ApiDeps;
}

/** An operation that was not queued, and its device. */
export interface TaskOperation {
  readonly deviceId: string;
  readonly clientSentAt?: string | undefined;
  /** Called once the device is known. @throws Refusal VALIDATION_FAILED if the body contradicts itself. */
  readonly operation: () => Operation;
}

/** The task and its day, the operation's sender, and its outcome. */
export interface AdmittedTaskOperation {
  readonly taskId: string;
  readonly deviceId: string;
  readonly day: RelationshipDay;
  readonly result: OperationResult;
  /** All tasks of the day; only the named one is complete. */
  readonly tasks: readonly DayState[];
  /** The record behind the receipt; undefined if there is none. */
  readonly logged: LoggedReceipt | undefined;
}

/**
 * The day of an id without a task: it may open soon (see {@link judgeUnopenedDay}), or withholds the task. The
 * refusal then says so.
 */
async function findDayOfAbsent(
  { database }: ApiDeps,
  { userId }: Caller,
  taskId: string,
): Promise<RelationshipDay | null> {
  const localDate = dateOfComputedId(taskId);
  const scope = localDate === null ? null : await findOwnScope(database.em.fork(), userId);
  if (localDate === null || scope === null) return null;
  const { relationshipId, timezone, openedDate, now } = scope;
  const newestDate = openedDate ?? localDateOf(now, timezone);
  const wait = judgeUnopenedDay(taskId, { newestDate, timezone }, now);
  if (wait !== null) return { relationshipId, localDate };
  const absent = { relationshipId, taskIds: [taskId], localDates: [localDate] };
  const withheld = await listWithheldTasks(executorOf(database.em.fork()), absent);
  return withheld.length === 0 ? null : { relationshipId, localDate };
}
