import { sorted } from "../sorted.ts";
import { payloadChecksum } from "../canonical-form.ts";
import type { Digest } from "../digest.ts";

/**
 * `sha-256:<hex>` over the RFC 8785 form of `[[id, revision], ...]`, ordered by id. Both sides get the same text
 * exactly while the device has the same rows in the same state as the server (docs/rooms/sync.md#reading). For a day
 * it is the `agendaChecksum` of its agenda.
 *
 * @param rows in any order; ids in lower case, each once.
 */
export async function sliceDigest(rows: readonly SliceRow[], digest: Digest): Promise<string> {
  const pairs = rows.map(({ id, revision }): [string, number | string] => [id, revision]);
  const ordered = sorted(pairs, ([one], [other]) => (one < other ? -1 : 1));
  return await payloadChecksum(ordered, digest);
}

/**
 * A row that a device keeps. `revision` is any text that changes with the row's state. Tasks and form assignments have
 * a revision, receipts a hash, the scope a state, and the followed program its `updatedAt`.
 */
export interface SliceRow {
  readonly id: string;
  readonly revision: number | string;
}
