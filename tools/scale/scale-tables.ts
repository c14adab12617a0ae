import { costList } from "./cost-list.ts";
import { cellSize, limitsAt } from "./limits.ts";
import { type Load, type Needs, needsOf } from "./needs.ts";
import { exact, figure, markdownTable } from "./markdown-table.ts";

/** The tables of docs/scale.md: needs by size, limits, and the costs behind them. */
export function scaleTables(): ScaleTables {
  return {
    needs: needsTable(
      SIZES.map((phones) => OPERATIONS.map((operations) => ({ phones, operations }))),
    ),
    limits: limitsTable(),
    costs: costList(),
  };
}

/** Tables by the name of their marker in the page. */
export type ScaleTables = Readonly<Record<"needs" | "limits" | "costs", string>>;

/** A table with a column for each group of loads; a cell has one figure for each load of the group. */
export function needsTable(groups: readonly (readonly Load[])[]): string {
  const columns = groups.map((loads) => loads.map(needsOf));
  const head = groups.map(([load]) => exact(load?.phones ?? 0));
  const rows = ROWS.map(({ name, show }) => [
    name,
    ...columns.map((needs) => joinFigures(needs.map(show))),
  ]);
  return markdownTable(["phones", ...head], rows);
}

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
/** Operations a day: the tap rate of an ordinary client, and of a busy one. */
const OPERATIONS = [12, 20];

interface NeedsRow {
  readonly name: string;
  readonly show: (needs: Needs) => string;
}

const ROWS: readonly NeedsRow[] = [
  { name: "requests/s, average", show: ({ requests }) => figure(requests) },
  { name: "requests/s", show: ({ peakRequests }) => figure(peakRequests) },
  { name: "busy cores: API", show: ({ busy }) => figure(busy.api) },
  { name: "workers", show: ({ busy }) => figure(busy.worker) },
  { name: "relays", show: ({ busy }) => figure(busy.relay) },
  { name: "PostgreSQL", show: ({ busy }) => figure(busy.postgres) },
  { name: "Temporal", show: ({ busy }) => figure(busy.temporal) },
  { name: "all, and idle", show: ({ allBusy }) => figure(allBusy) },
  { name: "all, in batches of fifty", show: ({ busyInBatches }) => figure(busyInBatches) },
  { name: "processes: API", show: ({ processes }) => exact(processes.api) },
  { name: "workers", show: ({ processes }) => exact(processes.worker) },
  { name: "relays", show: ({ processes }) => exact(processes.relay) },
  { name: "cores to buy: PostgreSQL", show: ({ postgresCores }) => exact(postgresCores) },
  { name: "Temporal", show: ({ temporalCores }) => exact(temporalCores) },
  { name: "GB of memory: processes", show: ({ memoryGb }) => figure(memoryGb.processes) },
  { name: "PostgreSQL", show: ({ memoryGb }) => figure(memoryGb.postgres) },
  { name: "Temporal", show: ({ memoryGb }) => figure(memoryGb.temporal) },
  { name: "GB of WAL a day: at least", show: ({ walLowGb }) => figure(walLowGb) },
  { name: "at most", show: ({ walHighGb }) => figure(walHighGb) },
  { name: "TB of disk: for good, a year", show: ({ disk }) => figure(disk.year) },
  { name: "batches of fifty, no tasks", show: ({ disk }) => figure(disk.leastYear) },
  { name: "rows of 90 days", show: ({ disk }) => figure(disk.days90) },
  { name: "rows of 400 days", show: ({ disk }) => figure(disk.days400) },
  { name: "connections", show: ({ connections }) => exact(connections) },
  { name: "settlement lanes", show: ({ lanes }) => exact(lanes) },
  { name: "Temporal: transitions/s", show: ({ transitions }) => figure(transitions) },
  { name: "history shards", show: ({ shards }) => exact(shards) },
  { name: "minutes to open a day", show: ({ openingMinutes }) => figure(openingMinutes) },
  { name: "to close it", show: ({ closingMinutes }) => figure(closingMinutes) },
];

/** Equal figures of several loads are shown once. */
const joinFigures = (figures: readonly string[]) => [...new Set(figures)].join("; ");

function limitsTable(): string {
  const [few = [], many = []] = OPERATIONS.map(limitsAt);
  const rows = few
    .map(({ name, phones }, index) => ({ name, phones, atMany: many[index]?.phones ?? 0 }))
    .toSorted((one, other) => one.atMany - other.atMany)
    .map(({ name, phones, atMany }) => [name, joinFigures([figure(phones), figure(atMany)])]);
  const cells = Math.ceil(Math.max(...SIZES) / cellSize());
  return markdownTable(
    ["limit", "phones"],
    [
      ...rows,
      ["**size of one cell**", exact(cellSize())],
      [`cells for ${exact(Math.max(...SIZES))} phones`, exact(cells)],
    ],
  );
}
