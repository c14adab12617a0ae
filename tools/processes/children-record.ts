import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ProcessRecord, endProcess, isRunning } from "./process-record.ts";
import { endingOf } from "./part-ending.ts";

const fileOf = (directory: string) => join(directory, "children.jsonl");

/** Records a child in the folder, before anything else can fail. */
export function rememberChild(directory: string, record: ProcessRecord): void {
  appendFileSync(fileOf(directory), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/**
 * Ends the processes that an earlier owner of the folder left running, then clears the list. Each is ended by pid,
 * and only while it is still the same process. Returns those that had to be ended.
 */
export async function endLeftovers(directory: string): Promise<ProcessRecord[]> {
  const leftovers = readRecords(directory).filter(isRunning);
  // Parts with database connections end first, the database last.
  for (const record of leftovers.toReversed()) {
    if (!(await endProcess(record, endingOf(record.name)))) {
      throw new Error(
        `The process ${record.pid} (${record.name}) of an earlier start could not be ended.`,
      );
    }
  }
  rmSync(fileOf(directory), { force: true });
  return leftovers;
}

function readRecords(directory: string): ProcessRecord[] {
  if (!existsSync(fileOf(directory))) return [];
  return readFileSync(fileOf(directory), "utf8")
    .split("\n")
    .flatMap((line) => parseRecord(line));
}

// A power failure may leave half a line.
function parseRecord(line: string): ProcessRecord[] {
  try {
    const record = ProcessRecord.safeParse(JSON.parse(line));
    return record.success ? [record.data] : [];
  } catch {
    return [];
  }
}
