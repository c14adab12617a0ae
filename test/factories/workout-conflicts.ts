import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionDeps } from "../../activities/sync/admission/admission.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { tables } from "../../db/tables.ts";
import type { LoggedSet } from "../../contract/workouts/session-schema.ts";
import { workoutConflictActor } from "../../contract/workouts/conflict-actor.ts";
import { submit, type BuiltScope } from "./sync.ts";
import {
  type BuiltWorkout,
  type Draft,
  draftOf,
  putPackage,
  putWorkout,
  squats,
} from "./workouts.ts";

/** A draft that was refused because its workout was stopped, and the package that takes its place. */
export interface RefusedDraft {
  readonly scope: BuiltScope;
  readonly draft: Draft;
  /** The refused submit. */
  readonly clientOperationId: string;
  readonly frozenRevision: number;
  readonly stopped: BuiltWorkout;
  /** The same draft of the workout that is asked for now. */
  readonly again: Draft;
  /** Workflow id of its conflict's actor. */
  readonly actorId: string;
}

/** Trains a workout that the coach has stopped meanwhile: its submit opens a conflict. */
export async function refusedDraft(
  { em, deps }: { readonly em: SqlEntityManager; readonly deps: AdmissionDeps },
  scope: BuiltScope,
  sets: readonly LoggedSet[] = [squats("one")],
): Promise<RefusedDraft> {
  const stopped = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
  const draft = draftOf(stopped);
  const { clientSessionId } = draft;
  const refused = draft.submit(sets);
  await submit(deps, scope, [refused]);
  const again = draftOf(await putPackage(em, scope, stopped), clientSessionId);
  const { relationshipId } = scope;
  return {
    scope,
    draft,
    clientOperationId: refused.clientOperationId,
    frozenRevision: 1,
    stopped,
    again,
    actorId: workoutConflictActor.idOf({ relationshipId, clientSessionId }),
  };
}

/** Conflicts of a draft, oldest first. */
export async function conflictsOf(em: SqlEntityManager, clientSessionId: string) {
  return await tables(em.fork())
    .selectFrom("workoutConflict")
    .selectAll()
    .where("clientSessionId", "=", clientSessionId)
    .orderBy("id")
    .execute();
}

/** What is told of a draft's conflicts: to whom, in their order. */
export async function toldOfConflicts(em: SqlEntityManager, clientSessionId: string) {
  const rows = await em
    .fork()
    .find(OutboxRow, { refs: { clientSessionId } }, { orderBy: { id: "asc" } });
  return rows.filter(({ type }) => type.startsWith("WorkoutSyncConflict"));
}
