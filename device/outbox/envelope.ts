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

/**
 * An envelope as it is sealed. Names would cost 74 bytes in each row; the first version of the schema has them.
 * The digest is that of the checksum, without its algorithm.
 */
export type SealedEnvelope =
  | Envelope
  | readonly [
      payload: Envelope["payload"],
      digest: string,
      appVersion: string,
      timezone: string,
      locale: string,
    ];

/** Label of a sealed envelope. */
export const envelopeLabel = (clientOperationId: string): Label<SealedEnvelope> =>
  `sync_operation/${clientOperationId}`;

/** The form in which this version seals an envelope. */
export function sealedEnvelope({ payload, payloadChecksum, metadata }: Envelope): SealedEnvelope {
  const { appVersion, timezone, locale } = metadata;
  return [payload, payloadChecksum.slice(ALGORITHM.length), appVersion, timezone, locale];
}

const ALGORITHM = "sha-256:";

function envelopeOf(sealed: SealedEnvelope): Envelope {
  if ("payload" in sealed) return sealed;
  const [payload, digest, appVersion, timezone, locale] = sealed;
  const metadata = { appVersion, timezone, locale };
  return { payload, payloadChecksum: ALGORITHM + digest, metadata };
}

/** Opens the envelope of a row of `sync_operation`; null if its key is gone or it is damaged. */
export async function openEnvelope(
  { rows }: Core,
  { queueKey }: Pick<ScopeRow, "queueKey">,
  row: Row,
): Promise<Envelope | null> {
  const label = envelopeLabel(textIn(row, "client_operation_id"));
  const opened = await rows.open(queueKey, label, bytesIn(row, "envelope"));
  return opened && envelopeOf(opened.content);
}
