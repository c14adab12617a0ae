import { say } from "../report/rounds.ts";
import type { TableBloat } from "./read-bloat.ts";
import { NO_VACUUM, type TableVacuums } from "./read-vacuums.ts";

/** Prints a row for each table, and the sums. */
export function printBloat(tables: readonly TableBloat[], { mostDead, vacuums }: Watched): void {
  say(`| ${HEADINGS.join(" | ")} |`);
  say(`| ${HEADINGS.map(() => "---").join(" | ")} |`);
  for (const one of tables) {
    const own = vacuums.get(one.table) ?? NO_VACUUM;
    const toast = vacuums.get(one.toast ?? "") ?? NO_VACUUM;
    const cells = [
      one.table,
      [one.inserted, one.updated, one.deleted].join(", "),
      one.updated === 0 ? "" : `${((100 * one.hot) / one.updated).toFixed(0)} %`,
      String(mostDead.get(one.table) ?? 0),
      `${own.count}, ${toast.count}; ${one.analyzes}`,
      (own.cpuSeconds + toast.cpuSeconds).toFixed(2),
      megabytes(own.walBytes + toast.walBytes),
      megabytes(one.tableBytes),
      times(one.tableBytes, one.liveBytes),
      megabytes(one.indexBytes),
      times(one.indexBytes, one.newIndexBytes),
    ];
    say(`| ${cells.join(" | ")} |`);
  }
  printSums(tables, [...vacuums.values()]);
}

/** Figures of the time of the load, by table. */
interface Watched {
  readonly mostDead: ReadonlyMap<string, number>;
  readonly vacuums: ReadonlyMap<string, TableVacuums>;
}

function printSums(tables: readonly TableBloat[], vacuums: readonly TableVacuums[]): void {
  const tableBytes = sum(tables.map((one) => one.tableBytes));
  const indexBytes = sum(tables.map((one) => one.indexBytes));
  const cpu = sum(vacuums.map(({ cpuSeconds }) => cpuSeconds));
  const wal = sum(vacuums.map(({ walBytes }) => walBytes));
  say(
    `together: tables ${megabytes(tableBytes)} MB, indexes ${megabytes(indexBytes)} MB; ` +
      `${sum(vacuums.map(({ count }) => count))} vacuums, ${cpu.toFixed(1)} s of CPU and ${megabytes(wal)} MB of WAL`,
  );
}

const HEADINGS = [
  "table",
  "inserts, updates, deletes",
  "HOT",
  "most dead rows",
  "vacuums, of TOAST; analyzes",
  "CPU s",
  "WAL MB",
  "table MB",
  "over live",
  "indexes MB",
  "over new",
];

const sum = (figures: readonly number[]) => figures.reduce((whole, one) => whole + one, 0);
const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
const times = (bytes: number, least: number) => (least === 0 ? "" : (bytes / least).toFixed(2));
