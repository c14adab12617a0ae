import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ProcessRecord, endProcess, isRunning } from "./process-record.ts";
import { endingOf } from "./part-ending.ts";

const fileOf = (directory: string) => join(directory, "children.jsonl");

/** Notes a child in the folder, before anything else can go wrong with it. */
export function rememberChild(directory: string, record: ProcessRecord): void {
  appendFileSync(fileOf(directory), `${JSON.stringify(record)}\n`, { mode: 0o600 });
}

/**
 * Ends what an earlier owner of the folder left running, each by its own pid and only while it is
 * still that process, and forgets the list. Returns those that had to be ended.
 */
export async function endLeftovers(directory: string): Promise<ProcessRecord[]> {
  const leftovers = readRecords(directory).filter(isRunning);
  // The parts that hold connections go first, the database last.
  for (const record of leftovers.toReversed()) {
    if (!(await endProcess(record, endingOf(record.name)))) {
      throw new Error(
        `The process ${record.pid} (${record.name}) of an earlier start cannot be ended.`,
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

// A machine that lost its power may leave half a line.
function parseRecord(line: string): ProcessRecord[] {
  try {
    const record = ProcessRecord.safeParse(JSON.parse(line));
    return record.success ? [record.data] : [];
  } catch {
    return [];
  }
}
