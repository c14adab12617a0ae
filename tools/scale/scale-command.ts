// Computes what an installation needs for its number of phones: `npm run scale`. The page is docs/scale.md.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { showHelp } from "../../workers/operator/show-help.ts";
import { runCommand } from "../../workers/operator/run-command.ts";
import { needsTable, scaleTables } from "./scale-tables.ts";
import { SCALE_PAGE, withScaleTables } from "./scale-page.ts";

showHelp(`Computes cores, memory, disk and limits for a number of phones, from measured costs.

  npm run scale                                     all tables of docs/scale.md
  npm run scale -- --phones 50000 [--operations 12] one size; operations of a phone a day, 12 by default
  npm run scale -- --write                          writes the tables into docs/scale.md`);

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      phones: { type: "string" },
      operations: { type: "string", default: "12" },
      write: { type: "boolean", default: false },
    },
  });
  if (values.write) writePage();
  else process.stdout.write(`${tablesFor(values.phones, values.operations)}\n`);
  return 0;
});

function tablesFor(phones: string | undefined, operations: string): string {
  if (phones === undefined) return Object.values(scaleTables()).join("\n\n");
  const load = {
    phones: positive("phones", phones),
    operations: positive("operations", operations),
  };
  return needsTable([[load]]);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name} takes a number above 0.`);
  return value;
}

function writePage(): void {
  const page = new URL(`../../${SCALE_PAGE}`, import.meta.url);
  writeFileSync(page, withScaleTables(readFileSync(page, "utf8")));
}
