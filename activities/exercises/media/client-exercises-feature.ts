import type { SqlEntityManager } from "@mikro-orm/postgresql";

/** An exercise that a client would like to see. */
export interface SoughtExercise {
  readonly relationshipId: string;
  readonly exerciseId: string;
}

/** How the rooms that prescribe plug into exercises, which name none: what of a library is a client's. */
export interface ClientExercisesFeature {
  /** Whether the client was given the exercise, in a task, a package, as an alternative, or by the present program. */
  shows(em: SqlEntityManager, sought: SoughtExercise): Promise<boolean>;
}
