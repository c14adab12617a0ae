import type { LicenceVerdict } from "../../../contract/exercises/image-vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { stateConflict } from "../../../contract/state-conflict.ts";
import { lockLicenceSource, writeVerdict } from "../../../db/exercises/images/write-verdict.ts";
import { listShownFrom } from "../../../db/exercises/thumbnails/match-rows.ts";
import { clockNow, type Tx } from "../../../db/platform/transactions/transact.ts";
import { emitMediaUpdated } from "../thumbnails/emit-media-updated.ts";

/**
 * Decides whether pictures of a source may be shown (docs/rooms/exercises.md#licences); idempotent. It affects every
 * later read. Consumers that keep pictures are notified of the affected exercises.
 *
 * @throws Refusal NOT_FOUND, STATE_CONFLICT when the source was decided otherwise since it was read.
 */
export async function decideLicence(tx: Tx, deed: LicenceDeed): Promise<void> {
  const { sourceKey, verdict, reason, expectedRevision, decidedBy, requestId } = deed;
  const source = await lockLicenceSource(tx, sourceKey);
  if (source === null) throw new Refusal("NOT_FOUND");
  if (source.verdict === verdict) return;
  if (source.revision !== expectedRevision) throw stateConflict("CHANGED_SINCE_READ");
  const isOtherwiseShown = (source.verdict === "SHOWN") !== (verdict === "SHOWN");
  const now = await clockNow(tx);
  await writeVerdict(tx, source, { verdict, reason, decidedBy, now });
  const shown = isOtherwiseShown ? await listShownFrom(tx, sourceKey) : [];
  await emitMediaUpdated(tx, shown, { now, requestId });
}

/** A decision on a source of pictures. */
export interface LicenceDeed {
  readonly sourceKey: string;
  readonly verdict: LicenceVerdict;
  readonly reason: string;
  /** Revision of the source that the administrator saw. */
  readonly expectedRevision: number;
  /** Name of the administrator, safe to store. */
  readonly decidedBy: string;
  readonly requestId: string | null;
}
