import type { SqlEntityManager } from "@mikro-orm/postgresql";

/** The interface by which prescribing rooms decide what a client may see; exercises names no other room. */
export interface ClientExercisesFeature {
  /** True if the client has the exercise in a task, in a package, as an alternative, or in the present program. */
  shows(em: SqlEntityManager, sought: SoughtExercise): Promise<boolean>;
}

/** An exercise that a client wants to see. */
export interface SoughtExercise {
  readonly relationshipId: string;
  readonly exerciseId: string;
}
