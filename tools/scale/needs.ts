import { DatabaseFields } from "../../workers/config/fields/database-fields.ts";
import { COSTS } from "./costs.ts";

/** Computes what an installation needs at its peak. Nothing is rounded but whole processes, lanes and shards. */
export function needsOf(load: Load): Needs {
  const rates = ratesOf(load);
  const busy = busyCores(rates);
  const processes = {
    api: processesFor(busy.api, COSTS.apiLoad.value),
    worker: processesFor(busy.worker, COSTS.workerLoad.value),
    relay: processesFor(busy.relay, COSTS.apiLoad.value),
  };
  const temporalCores = Math.ceil(busy.temporal / COSTS.postgresLoad.value);
  const transitions = rates.peakTaps * COSTS.transitions.value;
  return {
    requests: rates.taps + rates.reads,
    peakRequests: rates.peakTaps + rates.peakReads,
    busy,
    allBusy: sumOf(busy) + COSTS.idle.value,
    busyInBatches: coresOf(rates.peakTaps / BATCH, COSTS.batchCpu.value) + COSTS.idle.value,
    processes,
    postgresCores: Math.ceil(busy.postgres / COSTS.postgresLoad.value),
    temporalCores,
    memoryGb: {
      processes: processMemoryGb(processes),
      postgres: Math.max(LEAST_POSTGRES_GB, warmGb(load)),
      temporal: Math.ceil(temporalCores / CORES_A_TEMPORAL) * COSTS.temporalMemory.value,
    },
    ...walOf(rates),
    disk: diskOf(load),
    connections: connectionsOf(processes),
    lanes: Math.max(FEWEST_LANES, Math.ceil(rates.peakTaps / COSTS.laneRate.value)),
    transitions,
    shards: shardsFor(transitions),
    openingMinutes: (load.phones / MEASURED_CLIENTS) * (COSTS.opening.value / 60),
    closingMinutes: (load.phones / MEASURED_CLIENTS) * (COSTS.closing.value / 60),
  };
}

/** Phones that are used daily, and the operations that each makes a day. */
export interface Load {
  readonly phones: number;
  readonly operations: number;
}

/** Needs of one installation. Rates are a second; cores and processes are those of the peak. */
export interface Needs {
  readonly requests: number;
  readonly peakRequests: number;
  /** Cores at work, by part. */
  readonly busy: Readonly<Record<"api" | "worker" | "relay" | "postgres" | "temporal", number>>;
  /** Cores at work of all parts, with what they use without work. */
  readonly allBusy: number;
  /** The same if phones were offline and each sends fifty taps at once, without reads and the end of days. */
  readonly busyInBatches: number;
  readonly processes: Processes;
  readonly postgresCores: number;
  readonly temporalCores: number;
  readonly memoryGb: Readonly<Record<"processes" | "postgres" | "temporal", number>>;
  /** WAL a day if pages rarely change first after a checkpoint. */
  readonly walLowGb: number;
  /** The same if nearly every change is the first of its page. */
  readonly walHighGb: number;
  /** TB. A year adds rows for good, at least those of operations in batches of fifty. The others stop growing. */
  readonly disk: Readonly<Record<"year" | "leastYear" | "days90" | "days400", number>>;
  readonly connections: number;
  readonly lanes: number;
  readonly transitions: number;
  readonly shards: number;
  readonly openingMinutes: number;
  readonly closingMinutes: number;
}

/** Numbers of the product's processes. */
export type Processes = Readonly<Record<"api" | "worker" | "relay", number>>;

/** Most operations of a batch. */
const BATCH = 50;
const DAY_SECONDS = 86_400;
const KB_PER_GB = 1e6;
const KB_PER_TB = 1e9;
/** Clients of `npm run bench:days`. */
const MEASURED_CLIENTS = 10_000;
/** A second of each part, so that one may stop. */
const FEWEST_PROCESSES = 2;
/** The default of SETTLEMENT_LANES in the compose file. */
const FEWEST_LANES = 4;
/** Connections that PostgreSQL, the migration and operators need (test/deploy/kubernetes/scaling.test.ts). */
const RESERVED_CONNECTIONS = 10;
/** Days whose rows stay in PostgreSQL's memory: the open one and the one in its day of grace. */
const WARM_DAYS = 2;
/** Memory limit of PostgreSQL in the compose file. */
const LEAST_POSTGRES_GB = 6;
/** Cores of Temporal's container in the compose file (PART_CPUS). */
const CORES_A_TEMPORAL = 2;
const POOL = DatabaseFields.DATABASE_POOL_SIZE.parse(undefined);
/** WAL after a checkpoint over that of a steady load: the first change of a page writes the whole page. */
const WHOLE_PAGES = COSTS.walCheckpoint.value / COSTS.walBatch.value;

/** Taps and reads a second, on average and at the peak. */
function ratesOf({ phones, operations }: Load) {
  const taps = (phones * operations) / DAY_SECONDS;
  const reads = (phones * COSTS.reads.value) / DAY_SECONDS;
  return { taps, reads, peakTaps: taps * COSTS.peak.value, peakReads: reads * COSTS.peak.value };
}

type Rates = ReturnType<typeof ratesOf>;

const coresOf = (perSecond: number, milliseconds: number) => (perSecond * milliseconds) / 1_000;

function busyCores({ peakTaps, peakReads }: Rates): Needs["busy"] {
  const tap = (part: number) => coresOf(peakTaps, COSTS.tapCpu.value * part);
  const read = (milliseconds: number) => coresOf(peakReads, milliseconds);
  return {
    api: tap(COSTS.tapApi.value) + read(COSTS.read.value - COSTS.readPostgres.value),
    worker: tap(COSTS.tapWorker.value),
    relay: tap(COSTS.tapRelay.value),
    postgres: tap(COSTS.tapPostgres.value) + read(COSTS.readPostgres.value),
    temporal: tap(COSTS.tapTemporal.value),
  };
}

function walOf({ taps }: Rates): Pick<Needs, "walLowGb" | "walHighGb"> {
  const walLowGb = (taps * DAY_SECONDS * COSTS.walTap.value) / KB_PER_GB;
  return { walLowGb, walHighGb: walLowGb * WHOLE_PAGES };
}

const sumOf = (parts: Readonly<Record<string, number>>) =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

function processesFor(busy: number, coresEach: number): number {
  return Math.max(FEWEST_PROCESSES, Math.ceil(busy / coresEach));
}

function connectionsOf({ api, worker, relay }: Processes): number {
  return (api + worker + relay) * (POOL + COSTS.poolExtra.value) + RESERVED_CONNECTIONS;
}

/** The least power of two that carries the transitions, never below the compose file's. */
function shardsFor(transitions: number): number {
  const needed = Math.ceil(transitions / COSTS.shardRate.value);
  return Math.max(COSTS.shards.value, 2 ** Math.ceil(Math.log2(Math.max(needed, 1))));
}

/** Kilobytes of a phone and day, by how long they are kept. */
function keptADay(operations: number) {
  return {
    forGood: operations * COSTS.aloneForGood.value + COSTS.tasks.value * COSTS.taskRow.value,
    answers: operations * COSTS.aloneAnswers.value,
    request: operations * COSTS.aloneRequest.value,
  };
}

function diskOf({ phones, operations }: Load): Needs["disk"] {
  const { forGood, answers, request } = keptADay(operations);
  return {
    year: (phones * forGood * 365) / KB_PER_TB,
    leastYear: (phones * operations * COSTS.keptForGood.value * 365) / KB_PER_TB,
    days90: (phones * request * 90) / KB_PER_TB,
    days400: (phones * answers * 400) / KB_PER_TB,
  };
}

function processMemoryGb({ api, worker, relay }: Processes): number {
  return (api + worker) * COSTS.processMemory.value + relay * COSTS.relayMemory.value;
}

/** Gigabytes of the rows that phones still change. */
function warmGb({ phones, operations }: Load): number {
  const { forGood, answers, request } = keptADay(operations);
  return (phones * WARM_DAYS * (forGood + answers + request)) / KB_PER_GB;
}
