import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { AdmissionDeps } from "../../../activities/sync/admission/admission.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { json } from "../../../db/platform/statements/sql-parts.ts";
import { OutboxRow } from "../../../db/outbox/outbox-row.ts";
import { tables } from "../../../db/tables.ts";
import type { LoggedSet } from "../../../contract/workouts/session-schema.ts";
import { workoutConflictActor } from "../../../contract/workouts/workout-conflict-actor.ts";
import { submit, type BuiltScope } from "../sync/sync.ts";
import {
  type BuiltWorkout,
  type Draft,
  draftOf,
  putPackage,
  putWorkout,
  squats,
} from "./workouts.ts";

/** A draft that was refused because its workout was stopped, and the package that replaces it. */
export interface RefusedDraft {
  readonly scope: BuiltScope;
  readonly draft: Draft;
  /** The refused submit. */
  readonly clientOperationId: string;
  readonly frozenRevision: number;
  readonly stopped: BuiltWorkout;
  /** The replacement workout, as it is planned now. */
  readonly offered: BuiltWorkout;
  /** The same draft for the replacement workout. */
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
  const offered = await putPackage(em, scope, stopped);
  const again = draftOf(offered, clientSessionId);
  const { relationshipId } = scope;
  return {
    scope,
    draft,
    clientOperationId: refused.clientOperationId,
    frozenRevision: 1,
    stopped,
    offered,
    again,
    actorId: workoutConflictActor.idOf({ relationshipId, clientSessionId }),
  };
}

/** Adds a conflict of a draft that no phone has any more. */
export async function putConflict(
  em: SqlEntityManager,
  { workspaceId, relationshipId }: Pick<BuiltScope, "workspaceId" | "relationshipId">,
): Promise<{ readonly id: string; readonly clientSessionId: string }> {
  const [id, clientSessionId, now] = [newId(), newId(), new Date()];
  const refs = {
    taskId: newId(),
    packageId: newId(),
    snapshotChecksum: "",
    localDate: "2026-01-05",
    frozenRevision: 1,
    serverSessionId: null,
    clientOperationId: newId(),
    deviceId: newId(),
  };
  await tables(em.fork())
    .insertInto("workoutConflict")
    .values({
      id,
      workspaceId,
      relationshipId,
      clientSessionId,
      lineageId: newId(),
      kind: "TASK_CANCELED",
      refs: json(refs),
      latestReceiptId: newId(),
      openedAt: now,
      latestAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
      remindFrom: "2026-01-06",
      coachToldAt: null,
      resolvedAt: null,
      resolution: null,
      resolvedBy: null,
      content: json({}),
    })
    .execute();
  return { id, clientSessionId };
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

/** The events about a draft's conflicts, with their consumers, in order. */
export async function conflictEvents(em: SqlEntityManager, clientSessionId: string) {
  const rows = await em
    .fork()
    .find(OutboxRow, { refs: { clientSessionId } }, { orderBy: { id: "asc" } });
  return rows.filter(({ type }) => type.startsWith("WorkoutSyncConflict"));
}

/** Types of the events that one consumer got about a draft's conflicts. */
export async function conflictEventTypes(
  em: SqlEntityManager,
  clientSessionId: string,
  consumer: string,
) {
  const events = await conflictEvents(em, clientSessionId);
  return events.filter((row) => row.consumer === consumer).map(({ type }) => type);
}
