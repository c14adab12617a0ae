import { isPrescribed } from "../../db/workouts/is-prescribed.ts";
import type { ClientExercisesFeature } from "../exercises/media/client-exercises-feature.ts";

/** What of a library is a client's: what programs and workouts gave them. */
export const clientExercises: ClientExercisesFeature = { shows: isPrescribed };
