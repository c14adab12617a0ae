import { checksumOf } from "../../activities/sync/admission/prepare/judge-operation.ts";
import type { SentAction } from "../../contract/quick-log/schema.ts";
import { QUICK_LOG_ACTIONS } from "../../contract/agenda/task-actions.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { malformed } from "../http/parse-or-refuse.ts";

/**
 * A single action as the operation that a device would have queued: same type, payload and checksum. Sent once online
 * and once by sync, it is one operation with one receipt (docs/rooms/quick-log.md#operations).
 *
 * @throws Refusal VALIDATION_FAILED if scope or task id contradict the action or the path.
 */
export function queuedOperation(
  taskId: string,
  action: SentAction,
  { at, ordinal, isFaulty = false }: Place = { at: "", ordinal: 0 },
): Operation {
  const { operationType, scope } = QUICK_LOG_ACTIONS[action.actionKind];
  const ofItem = action.actionKind === "SKIP" && "itemId" in action.payload;
  if (action.scope !== (ofItem ? "ITEM" : scope))
    throw malformed([
      {
        pointer: `${at}/scope`,
        code: "invalid_value",
        message: "The scope does not belong to this action",
      },
    ]);
  const named = action.payload["taskId"];
  if (named !== undefined && named !== taskId)
    throw malformed([
      {
        pointer: `${at}/payload/taskId`,
        code: "invalid_value",
        message: "Not the task in the path",
      },
    ]);
  const payload = { ...action.payload, taskId };
  return {
    clientOperationId: action.clientOperationId,
    operationType,
    operationVersion: action.operationVersion ?? 1,
    localSequence: ordinal,
    clientRecordedAt: action.clientRecordedAt,
    payloadChecksum: checksumOf(isFaulty ? {} : payload),
    payload,
    ...(action.expectedTaskRevision !== undefined && {
      expectedRevision: action.expectedTaskRevision,
    }),
    ...(action.attachments !== undefined && { attachments: action.attachments }),
    ...(action.dependsOn !== undefined && { dependsOn: action.dependsOn }),
    ...(action.resubmitOf !== undefined && { resubmitOf: action.resubmitOf }),
    ...(action.resubmitChain !== undefined && { resubmitChain: action.resubmitChain }),
    ...(action.metadata !== undefined && { metadata: action.metadata }),
  };
}

/** The place of an action in its request. */
interface Place {
  /** RFC 6901 pointer of the action. */
  readonly at: string;
  readonly ordinal: number;
  /** The payload is not I-JSON: it has no checksum, and is refused for that. */
  readonly isFaulty?: boolean;
}
