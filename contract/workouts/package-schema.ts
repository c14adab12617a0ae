import * as z from "zod";
import { programDaySchema } from "../agenda/program-day-schema.ts";
import { SKIP_POLICIES } from "../agenda/vocabulary.ts";

/** What is trained: all that a draft is judged by (docs/rules.md#workout-packages). */
export const workoutSnapshotSchema = z
  .strictObject({ skipPolicy: z.enum(SKIP_POLICIES), day: programDaySchema })
  .meta({ id: "WorkoutSnapshot", description: "An assigned workout day, as it is trained." });
export type WorkoutSnapshotContent = z.output<typeof workoutSnapshotSchema>;
