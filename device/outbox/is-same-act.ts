import { payloadChecksum } from "../../contract/canonical-form.ts";
import type { Core } from "../core.ts";
import { maybeTextIn, textIn } from "../store/columns.ts";
import { loadScope } from "../store/load-scope.ts";
import { ActionFault } from "./action-fault.ts";
import { openEnvelope, type Envelope } from "./envelope.ts";

/**
 * Whether the device has an act already, so that a repeated call changes nothing. An id stands for one act: scope,
 * type, object and payload must match. The payload of a row whose key is gone, or whose content was deleted, cannot be
 * compared.
 *
 * @throws ActionFault ID_TAKEN if another act has this id.
 */
export async function isSameAct(core: Core, act: RepeatedAct): Promise<boolean> {
  const [row] = await core.ports.sql.read({
    sql: `select * from sync_operation where client_operation_id = ?`,
    params: [act.id],
  });
  if (row === undefined) return false;
  const isOf = (column: string, value: string | null | undefined) =>
    value === undefined || maybeTextIn(row, column) === value;
  const isSame =
    isOf("scope_id", act.scopeId) &&
    [act.operationType ?? textIn(row, "operation_type")]
      .flat()
      .includes(textIn(row, "operation_type")) &&
    isOf("object_id", act.objectId) &&
    isOf("resubmit_of", act.resubmitOf);
  const scope = isSame ? await loadScope(core.ports.sql, textIn(row, "scope_id")) : null;
  const envelope = scope === null ? null : await openEnvelope(core, scope, row);
  if (!isSame || (envelope !== null && (await act.isSamePayload?.(envelope)) === false))
    throw new ActionFault("ID_TAKEN");
  return true;
}

/** An act that a caller may have made before. Undefined fields are not compared. */
export interface RepeatedAct {
  readonly id: string;
  readonly scopeId?: string;
  /** The type, or one of several. */
  readonly operationType?: string | readonly string[];
  readonly objectId?: string | null;
  readonly resubmitOf?: string | null;
  /** Compares what the call says with the payload; parts that follow from the moment of the act may differ. */
  readonly isSamePayload?: (stored: Envelope) => boolean | Promise<boolean>;
}

/** Compares the checksum of a whole payload. */
export function withPayload(
  { ports }: Core,
  payload: Readonly<Record<string, unknown>>,
): NonNullable<RepeatedAct["isSamePayload"]> {
  return async (stored) =>
    stored.payloadChecksum === (await payloadChecksum(payload, ports.digest));
}
