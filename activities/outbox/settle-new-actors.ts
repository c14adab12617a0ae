import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import type { ActorDefinition } from "../../contract/outbox/define-actor.ts";
import type { EventType } from "../../contract/outbox/vocabulary.ts";
import { faultClassOf } from "../../db/fault-class.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import type { ActorReport } from "../../rules/outbox/actor-agenda.ts";
import { kindOf } from "../../rules/outbox/actor-names.ts";

/** Actors of a kind that are new, looked at together (docs/rooms/actors.md#dormant-start). */
export interface NewActors {
  /** The event that each begins with. */
  readonly event: EventType;
  /** @returns what each waits for, by workflow id; who is missing looks for itself. */
  settle(
    em: SqlEntityManager,
    workflowIds: readonly string[],
  ): Promise<ReadonlyMap<string, ActorReport>>;
}

/** Rows of the outbox by the actor that they are told to. */
export type RowsByActor = ReadonlyMap<string, readonly LeasedRow[]>;

/** Looks at those of the actors that are new; answers what each waits for, by workflow id. */
export type SettleNewActors = (told: RowsByActor) => Promise<ReadonlyMap<string, ActorReport>>;

/**
 * Looks at those that hear of nothing but their own beginning, those of a kind together. A look that fails costs only
 * itself: whom it was about looks for itself.
 */
export function newActorsSettler(
  { em, log }: { readonly em: SqlEntityManager; readonly log: Pick<Logger, "warn"> },
  actors: readonly { readonly definition: ActorDefinition; readonly newActors: NewActors | null }[],
): SettleNewActors {
  return async (told) => {
    const waits = new Map<string, ActorReport>();
    for (const { definition, newActors } of actors) {
      if (newActors === null) continue;
      const isNew = (rows: readonly LeasedRow[]) =>
        rows.every(({ type }) => type === newActors.event);
      const workflowIds = [...told].flatMap(([workflowId, rows]) =>
        kindOf(workflowId) === definition.kind && isNew(rows) ? [workflowId] : [],
      );
      if (workflowIds.length === 0) continue;
      try {
        const looks = await newActors.settle(em, workflowIds);
        for (const [workflowId, report] of looks) waits.set(workflowId, report);
      } catch (error) {
        const { kind } = definition;
        log.warn({ kind, failureClass: faultClassOf(error), err: error }, "no first look");
      }
    }
    return waits;
  };
}
