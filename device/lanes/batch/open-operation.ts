import type { Operation } from "../../../contract/sync/schema.ts";
import type { Core } from "../../core.ts";
import { type JsonObject, parseJson } from "../../json.ts";
import { openEnvelope } from "../../outbox/envelope.ts";
import type { Row } from "../../ports/sql.ts";
import { maybeNumberIn, maybeTextIn, numberIn, textIn, textsIn } from "../../store/columns.ts";
import { instantOf } from "../instant.ts";
import type { ScopeRow } from "../../store/load-scope.ts";

/** Opens the envelope of an operation and builds its wire format; null if its key is gone or it is damaged. */
export async function openOperation(
  core: Core,
  scope: ScopeRow,
  row: Row,
): Promise<WireOperation | null> {
  const envelope = await openEnvelope(core, scope, row);
  if (envelope === null) return null;
  const { payload, payloadChecksum, metadata } = envelope;
  return {
    clientOperationId: textIn(row, "client_operation_id"),
    operationType: textIn(row, "operation_type"),
    operationVersion: numberIn(row, "operation_version"),
    localSequence: numberIn(row, "local_sequence"),
    clientRecordedAt: instantOf(numberIn(row, "client_recorded_at")),
    payloadChecksum,
    payload,
    ...optionalColumns(row),
    metadata: { ...metadata },
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
