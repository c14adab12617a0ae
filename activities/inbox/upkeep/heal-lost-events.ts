import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { SOURCE_KINDS } from "../../../contract/inbox/source-vocabulary.ts";
import { faultClassOf } from "../../../db/platform/transactions/fault-class.ts";
import { repairTaskCounts } from "../../../db/inbox/counts/kept-counts.ts";
import {
  dropLostEvents,
  listLostEvents,
  listRunningRelationships,
} from "../../../db/inbox/list-lost-events.ts";
import { transact, type Tx } from "../../../db/platform/transactions/transact.ts";
import { type FaultLog, bisectWork } from "../../bisect-work.ts";
import { settleSources } from "../settle-sources.ts";

/**
 * Queries every source of the relationships whose events the inbox missed (docs/rooms/inbox.md#repair). This does
 * what the dead letter would have done, so the row is deleted. If it fails, the row stays dead for an operator.
 */
export async function healLostEvents(
  em: SqlEntityManager,
  { except }: HealLostInput,
  log?: FaultLog,
): Promise<HealedSlice> {
  const lost = await transact(em, (tx) => listLostEvents(tx, { except, limit: SLICE.events }));
  const byRelationship = Map.groupBy(lost, ({ relationshipId }) => relationshipId);
  const afterwards = (tx: Tx, ids: readonly string[]) => {
    const events = ids.flatMap((id) => byRelationship.get(id) ?? []);
    return dropLostEvents(
      tx,
      events.map(({ id }) => id),
    );
  };
  const queried = await bisectQuery({ em, log }, [...byRelationship.keys()], afterwards);
  return { ...queried, full: lost.length === SLICE.events };
}

/** Maximum number of dead letters in one slice, and of relationships in one slice. */
const SLICE = { events: 500, relationships: 50 } as const;

export interface HealLostInput {
  /** Relationships that failed; they do not delay the others. */
  readonly except: readonly string[];
}

export interface HealedSlice {
  readonly askedCount: number;
  /** Ids of relationships that failed. */
  readonly failed: readonly string[];
  /** True if there may be more. */
  readonly full: boolean;
}

export interface HealAllInput {
  /** The relationship that was done last; null at first. */
  readonly after: string | null;
}

export interface QueriedSlice {
  readonly askedCount: number;
  readonly failedCount: number;
  /** Where the next slice continues; null at the end. */
  readonly after: string | null;
}

/**
 * Queries every source of the next relationships, whether or not an event was lost, and repairs their kept counts
 * (docs/rooms/inbox.md#repair).
 */
export async function healRelationships(
  em: SqlEntityManager,
  { after }: HealAllInput,
  log?: FaultLog,
): Promise<QueriedSlice> {
  const limit = SLICE.relationships;
  const ids = await transact(em, (tx) => listRunningRelationships(tx, { after, limit }));
  const { askedCount, failed } = await bisectQuery({ em, log }, ids);
  const wrongCount = await transact(em, (tx) => repairTaskCounts(tx, ids));
  if (wrongCount > 0) log?.error({ wrongCount }, "stored counts of the inbox were wrong");
  const isLast = ids.length < limit;
  return { askedCount, failedCount: failed.length, after: isLast ? null : (ids.at(-1) ?? null) };
}

async function bisectQuery(
  { em, log }: { readonly em: SqlEntityManager; readonly log: FaultLog | undefined },
  relationshipIds: readonly string[],
  afterwards: (tx: Tx, ids: readonly string[]) => Promise<void> = async () => {},
): Promise<Omit<HealedSlice, "full">> {
  const scan = { kinds: SOURCE_KINDS, oldestDate: null, causes: new Map(), requestId: null };
  const failed: string[] = [];
  const { doneCount: askedCount } = await bisectWork(relationshipIds, {
    together: async (ids) => {
      await transact(em, async (tx) => {
        await settleSources(tx, { ...scan, relationshipIds: ids });
        await afterwards(tx, ids);
      });
      return ids.length;
    },
    async alone(relationshipId, error) {
      const failureClass = faultClassOf(error);
      log?.error({ relationshipId, failureClass, err: error }, "sources were not queried");
      failed.push(relationshipId);
    },
  });
  return { askedCount, failed };
}
