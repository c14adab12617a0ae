import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { type ReplayReport, replayHistories } from "../../../workers/operator/replay-workflow.ts";

const DIRECTORY = join(import.meta.dirname, "../../histories");
const Recorded = z.object({ workflowId: z.string(), history: z.record(z.string(), z.unknown()) });

/** A recorded history, and its file. */
export interface RecordedHistory extends z.infer<typeof Recorded> {
  readonly file: string;
}

/** The recorded histories of a room, or of all rooms. */
export function readRecordedHistories(room = ""): readonly RecordedHistory[] {
  const directory = join(DIRECTORY, room);
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      file,
      ...Recorded.parse(JSON.parse(readFileSync(join(directory, file), "utf8"))),
    }));
}

/**
 * Replays histories in one worker, because the worker costs more than a replay. Starts when the first report is
 * requested.
 *
 * @param bundlePath the workflows of the replay.
 */
export function replayedTogether(
  histories: readonly RecordedHistory[],
  bundlePath: () => Promise<string>,
): (history: RecordedHistory) => Promise<ReplayReport> {
  let replayed: Promise<readonly ReplayReport[]> | undefined;
  return async (history) => {
    const reports = await (replayed ??= replayAll(histories, await bundlePath()));
    const report = reports[histories.indexOf(history)];
    if (report === undefined) throw new Error(`${history.file} was not replayed`);
    return report;
  };
}

async function replayAll(
  histories: readonly RecordedHistory[],
  bundlePath: string,
): Promise<readonly ReplayReport[]> {
  const reports: ReplayReport[] = [];
  for await (const report of replayHistories(histories, bundlePath)) reports.push(report);
  return reports;
}
