import type { Loaded } from "../load.ts";
import { say } from "../report/rounds.ts";
import type { TableBloat } from "./read-bloat.ts";

/** Prints a row for each table. */
export function printBloat(
  tables: readonly TableBloat[],
  { count, seconds }: Pick<Loaded, "count" | "seconds">,
): void {
  say(`${count} batches in ${seconds.toFixed(0)} s`);
  say(
    "| table | inserts, updates, deletes a batch | HOT | dead rows | vacuums | table MB | dead or free | indexes MB |",
  );
  say("| --- | --- | --- | --- | --- | --- | --- | --- |");
  for (const one of tables) {
    const changes = [one.inserted, one.updated, one.deleted];
    const cells = [
      one.table,
      changes.map((changed) => (changed / count).toFixed(1)).join(", "),
      one.updated === 0 ? "" : percent((100 * one.hot) / one.updated),
      one.dead.toFixed(0),
      one.vacuums.toFixed(0),
      megabytes(one.tableBytes),
      percent(one.unusedPercent),
      megabytes(one.indexBytes),
    ];
    say(`| ${cells.join(" | ")} |`);
  }
  const sum = (figure: (one: TableBloat) => number) =>
    tables.reduce((whole, one) => whole + figure(one), 0);
  say(
    `together: tables ${megabytes(sum((one) => one.tableBytes))} MB, ` +
      `indexes ${megabytes(sum((one) => one.indexBytes))} MB, dead rows ${sum((one) => one.dead)}`,
  );
}

const percent = (figure: number) => `${figure.toFixed(0)} %`;
const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
