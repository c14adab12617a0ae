import { type SliceRow, sliceDigest } from "../../contract/sync/slice-digest.ts";
import type { Digest } from "../../contract/digest.ts";
import { sha256 } from "../sha256.ts";

/**
 * Checksum of a day's agenda. It is equal exactly if the day has the same tasks, cards and pin at the same revisions,
 * in any order. A device that sends it back learns that nothing changed.
 *
 * @param digest a cheaper SHA-256 than Web Crypto, which goes through another thread; Web Crypto by default.
 */
export async function agendaChecksum(
  { tasks, notices }: AgendaRows,
  digest: Digest = sha256,
): Promise<string> {
  return await sliceDigest([...tasks, ...notices], digest);
}

/** The rows that the checksum of a day covers. */
export interface AgendaRows {
  /** All its tasks, canceled ones too. */
  readonly tasks: readonly SliceRow[];
  /** Its cards that are not withdrawn, and its pin while it shows a task: `noticeRows` of the contract. */
  readonly notices: readonly SliceRow[];
}
