import { COSTS } from "./costs.ts";
import { type Needs, needsOf } from "./needs.ts";

/** The limits of one installation with one PostgreSQL, and the phones at which each is reached. */
export function limitsAt(operations: number): readonly ReachedLimit[] {
  return LIMITS.map(({ name, most, used }) => ({
    name,
    phones: phonesUntil((phones) => used(needsOf({ phones, operations })) > most),
  }));
}

/** A limit and the phones at which it is reached. */
export interface ReachedLimit {
  readonly name: string;
  readonly phones: number;
}

/**
 * Phones of one cell: half of the lowest limit at 20 operations a day, rounded down to 50,000. Half, because the costs
 * are only known within a factor of two.
 */
export function cellSize(): number {
  const lowest = Math.min(...limitsAt(MANY_OPERATIONS).map(({ phones }) => phones));
  return Math.floor(lowest / 2 / CELL_STEP) * CELL_STEP;
}

const MANY_OPERATIONS = 20;
const CELL_STEP = 50_000;
const SECONDS = 60;

/** A resource: the most that there is of it, and how much an installation uses. */
interface Limit {
  readonly name: string;
  readonly most: number;
  readonly used: (needs: Needs) => number;
}

const LIMITS: readonly Limit[] = [
  {
    name: "opening a day takes 15 min, and an alert fires",
    most: COSTS.unopenedAlert.value / SECONDS,
    used: ({ openingMinutes }) => openingMinutes,
  },
  {
    name: "closing it takes an hour, and an alert fires",
    most: COSTS.unclosedAlert.value / SECONDS,
    used: ({ closingMinutes }) => closingMinutes,
  },
  {
    name: `rows for good take ${COSTS.volume.value} TB a year`,
    most: COSTS.volume.value,
    used: ({ disk }) => disk.year,
  },
  {
    name: `PostgreSQL needs ${COSTS.primaryCores.value} cores at the peak`,
    most: COSTS.primaryCores.value,
    used: ({ postgresCores }) => postgresCores,
  },
  {
    name: `connections exceed ${COSTS.largeConnections.value}, those of the large overlay`,
    most: COSTS.largeConnections.value,
    used: ({ connections }) => connections,
  },
  {
    name: `Temporal needs more than ${COSTS.shards.value} shards`,
    most: COSTS.shards.value,
    used: ({ shards }) => shards,
  },
  {
    name: `settlement needs more than ${COSTS.lanes.value} lanes`,
    most: COSTS.lanes.value,
    used: ({ lanes }) => lanes,
  },
];

/** The fewest phones for which a condition holds that stays true for more, by bisection. */
function phonesUntil(isReached: (phones: number) => boolean): number {
  let [below, reached] = [0, 1];
  while (!isReached(reached)) [below, reached] = [reached, reached * 2];
  while (reached - below > 1) {
    const middle = Math.floor((below + reached) / 2);
    if (isReached(middle)) reached = middle;
    else below = middle;
  }
  return reached;
}
