import { sliceDigest } from "../../contract/sync/slice-digest.ts";
import { sha256 } from "../sha256.ts";
import type { AgendaTask } from "./agenda-task.ts";

/**
 * Checksum of a day's agenda: equal exactly while the day has the same tasks at the same revisions, in
 * whatever order they were read. A device that sends it back is told that nothing changed.
 */
export async function agendaChecksum(
  tasks: readonly Pick<AgendaTask, "id" | "revision">[],
): Promise<string> {
  return await sliceDigest(tasks, sha256);
}
