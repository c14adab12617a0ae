/**
 * Costs of one phone, from which `npm run scale` computes. A command measures a cost, or a file of the product states
 * it. Nothing has measured an assumed one.
 */
export const COSTS = {
  tapCpu: measured([13.8, "ms"], "CPU of a tap until its day is final", "bench -- --only taps"),
  tapApi: measured([0.22, "of it"], "API", "bench -- --only taps"),
  tapWorker: measured([0.22, "of it"], "Workers", "bench -- --only taps"),
  tapRelay: measured([0.02, "of it"], "Relays", "bench -- --only taps"),
  tapPostgres: measured([0.37, "of it"], "PostgreSQL", "bench -- --only taps"),
  tapTemporal: measured([0.17, "of it"], "Temporal", "bench -- --only taps"),
  transitions: measured([0.71, "transitions"], "State transitions by it", "bench -- --only taps"),
  tapHistory: measured([382, "bytes"], "Temporal's history of it", "bench -- --only taps"),
  walTap: measured([7, "kB"], "WAL of a tap", "bench -- --only one"),
  batchCpu: measured(
    [14.8, "ms"],
    "CPU of a batch of fifty until it is settled",
    "bench -- --only load",
  ),
  walBatch: measured([64, "kB"], "WAL of that batch", "bench -- --only load"),
  walCheckpoint: measured(
    [329, "kB"],
    "WAL of a batch of fifty after a checkpoint",
    "bench -- --only checkpoint",
  ),
  keptForGood: measured(
    [0.65, "kB"],
    "Rows for good of an operation in a batch",
    "bench -- --only kept",
  ),
  aloneForGood: measured(
    [1.11, "kB"],
    "Rows for good of one that travels alone",
    "bench -- --only kept",
  ),
  aloneAnswers: measured([0.48, "kB"], "Its rows of 400 days", "bench -- --only kept"),
  aloneRequest: measured([0.41, "kB"], "Its rows of 90 days", "bench -- --only kept"),
  taskRow: measured([1.29, "kB"], "Row of a task of a day, without indexes", "bench"),
  read: measured([1.2, "ms"], "CPU of a read of today", "bench:agenda"),
  readPostgres: measured([0.55, "ms"], "PostgreSQL's part of it, as its SQL alone", "bench:agenda"),
  opening: measured([15.6, "s"], "Opening a day of 10,000 clients", "bench:days"),
  closing: measured([43.8, "s"], "Closing that day", "bench:days"),
  idle: measured([0.045, "cores"], "All processes without work", "bench -- --only trickle"),
  dayCpu: measured([420, "ms"], "CPU of a phone and day", "bench:simulate"),
  dayWal: measured([270, "kB"], "WAL of it", "bench:simulate"),
  dayRows: measured([36, "kB"], "Growth of the tables by it", "bench:simulate"),
  dayStore: measured([23, "kB"], "Growth of Temporal's store by it", "bench:simulate"),
  dayTransitions: measured([9.9, "transitions"], "State transitions by it", "bench:simulate"),
  laneRate: stated([50, "batches/s"], "Batches that one lane settles", "deploy/settings.md"),
  lanes: stated([256, "lanes"], "Most lanes", "rules/sync/lane-share.ts"),
  poolExtra: stated(
    [2, "connections"],
    "Connections of a process besides its pool",
    "docs/operations.md",
  ),
  apiLoad: stated([0.7, "cores"], "CPU at which an API is added", "docs/kubernetes.md"),
  workerLoad: stated([0.9, "cores"], "CPU at which a worker is added", "docs/kubernetes.md"),
  processMemory: stated([1.5, "GB"], "Memory limit of an API or worker", "docker-compose.yml"),
  relayMemory: stated([0.75, "GB"], "Memory limit of a relay", "docker-compose.yml"),
  temporalMemory: stated([2, "GB"], "Memory of Temporal for two cores", "docker-compose.yml"),
  unopenedAlert: stated([900, "s"], "Age at which unopened days alert", "docs/operations.md"),
  unclosedAlert: stated([3_600, "s"], "Age at which unclosed days alert", "docs/operations.md"),
  largeConnections: stated(
    [450, "connections"],
    "max_connections of the large overlay",
    "deploy/kubernetes",
  ),
  shards: stated([512, "shards"], "History shards of Temporal", "docker-compose.yml"),
  peak: assumed([3, "times"], "Peak over average, if half of a day arrives in four hours"),
  reads: assumed([4, "reads"], "Reads of today by a phone a day"),
  tasks: assumed([8, "tasks"], "Tasks of a client a day"),
  postgresLoad: assumed(
    [0.7, "cores"],
    "CPU at which a core of PostgreSQL or Temporal counts as full",
  ),
  shardRate: assumed([3, "transitions/s"], "State transitions that a history shard carries"),
  primaryCores: assumed([32, "cores"], "Cores of a large primary"),
  volume: assumed([16, "TB"], "Disk of a large primary"),
} as const satisfies Readonly<Record<string, Cost>>;

/** One figure with its origin. */
export interface Cost {
  readonly value: number;
  readonly unit: string;
  readonly meaning: string;
  readonly origin: "MEASURED" | "STATED" | "ASSUMED";
  /** The npm script that measures it, or the file that states it; null for an assumption. */
  readonly source: string | null;
}

type Amount = readonly [value: number, unit: string];

function measured([value, unit]: Amount, meaning: string, source: string): Cost {
  return { value, unit, meaning, origin: "MEASURED", source };
}

function stated([value, unit]: Amount, meaning: string, source: string): Cost {
  return { value, unit, meaning, origin: "STATED", source };
}

function assumed([value, unit]: Amount, meaning: string): Cost {
  return { value, unit, meaning, origin: "ASSUMED", source: null };
}
