import type { Operation } from "../../../contract/sync/schema.ts";
import type { Core } from "../../core.ts";
import { isJsonObject, type JsonObject, parseJson, textAt } from "../../json.ts";
import type { Row } from "../../ports/sql.ts";
import {
  bytesIn,
  maybeNumberIn,
  maybeTextIn,
  numberIn,
  textIn,
  textsIn,
} from "../../store/columns.ts";
import { instantOf } from "../instant.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/** Opens the envelope of an operation and builds its wire format; null if its key is gone or it is damaged. */
export async function openOperation(
  { rows }: Core,
  { queueKey }: ScopeRow,
  row: Row,
): Promise<WireOperation | null> {
  const clientOperationId = textIn(row, "client_operation_id");
  const opened = await rows.open(
    queueKey,
    `sync_operation/${clientOperationId}`,
    bytesIn(row, "envelope"),
  );
  const content = opened?.content;
  if (!isJsonObject(content)) return null;
  const { payload, metadata } = content;
  const payloadChecksum = textAt(content, "payloadChecksum");
  if (!isJsonObject(payload) || payloadChecksum === null) return null;
  return {
    clientOperationId,
    operationType: textIn(row, "operation_type"),
    operationVersion: numberIn(row, "operation_version"),
    localSequence: numberIn(row, "local_sequence"),
    clientRecordedAt: instantOf(numberIn(row, "client_recorded_at")),
    payloadChecksum,
    payload,
    ...optionalColumns(row),
    ...(isJsonObject(metadata) && { metadata }),
  };
}

/** An operation in wire format, with a payload that this device does not interpret. */
export interface WireOperation extends Omit<
  Operation,
  "payload" | "metadata" | "attachments" | "dependsOn" | "resubmitChain"
> {
  readonly payload: JsonObject;
  readonly metadata?: JsonObject;
  /** The uploads of its files. */
  readonly attachments?: unknown;
  readonly dependsOn?: readonly string[];
  readonly resubmitChain?: readonly string[];
}

/** Members that are absent if they have no value: the server refuses null. */
function optionalColumns(row: Row) {
  const expectedRevision = maybeNumberIn(row, "expected_revision");
  const dependsOn = textsIn(row, "depends_on");
  const resubmitOf = maybeTextIn(row, "resubmit_of");
  const resubmitChain = textsIn(row, "resubmit_chain");
  const uploads = maybeTextIn(row, "uploads");
  return {
    ...(expectedRevision !== null && { expectedRevision }),
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(resubmitOf !== null && { resubmitOf }),
    ...(resubmitChain.length > 0 && { resubmitChain }),
    ...(uploads !== null && { attachments: parseJson(uploads) }),
  };
}
