import { payloadChecksum } from "../canonical-json.ts";
import type { Digest } from "../digest.ts";

/**
 * A row that a device keeps. `revision` is whatever tells one state of it from the next: a task's or a
 * form assignment's revision, a receipt's hash, a scope's state, `updatedAt` of the program that is followed.
 */
export interface SliceRow {
  readonly id: string;
  readonly revision: number | string;
}

/**
 * `sha-256:<hex>` over the RFC 8785 form of `[[id, revision], ...]` in id order: equal on both sides
 * exactly while a device keeps the same rows in the same state as the server
 * (docs/rules.md#sync-reading). Of a day it is the `agendaChecksum` of that day's agenda.
 *
 * @param rows in any order; ids in small letters, each once.
 */
export async function sliceDigest(rows: readonly SliceRow[], digest: Digest): Promise<string> {
  const pairs = rows.map(({ id, revision }): [string, number | string] => [id, revision]);
  const sorted = pairs.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return await payloadChecksum(sorted, digest);
}
