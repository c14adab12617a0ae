import type { Core } from "../core.ts";
import type { Row } from "../ports/sql.ts";
import { bytesIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { Label } from "../store/sealed-rows.ts";

/** The sealed part of a queued operation. */
export interface Envelope {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly payloadChecksum: string;
  readonly metadata: OperationMetadata;
}

/** App version, zone and language in which an operation was made. */
export interface OperationMetadata {
  readonly appVersion: string;
  readonly timezone: string;
  readonly locale: string;
}

/** Label of a sealed envelope. */
export const envelopeLabel = (clientOperationId: string): Label<Envelope> =>
  `sync_operation/${clientOperationId}`;

/** Opens the envelope of a row of `sync_operation`; null if its key is gone. */
export async function openEnvelope(
  { rows }: Core,
  { queueKey }: ScopeRow,
  row: Row,
): Promise<Envelope | null> {
  const label = envelopeLabel(textIn(row, "client_operation_id"));
  return (await rows.open(queueKey, label, bytesIn(row, "envelope")))?.content ?? null;
}
