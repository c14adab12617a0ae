import { isPrescribed } from "../../db/workouts/is-prescribed.ts";
import type { ClientExercisesFeature } from "../exercises/media/client-exercises-feature.ts";

/** The exercises that a client may see: those in their programs and workouts. */
export const clientExercises: ClientExercisesFeature = { shows: isPrescribed };
