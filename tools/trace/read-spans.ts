import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SPAN_FILE } from "../../workers/tracing/span-file-exporter.ts";
import { type StoredSpan, storedSpanSchema } from "../../workers/tracing/stored-span.ts";

/** The spans in the files of a folder. A last line that is still being written is left out. */
export function readSpans(folder: string): readonly StoredSpan[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(SPAN_FILE));
  return files.flatMap((name) => {
    const lines = readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1);
    return lines.map((line) => storedSpanSchema.parse(JSON.parse(line)));
  });
}
