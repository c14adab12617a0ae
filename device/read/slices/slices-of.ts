import type { Surface } from "../../types.ts";
import { conflictsSlice } from "../../workouts/conflicts/conflicts-slice.ts";
import { packagesSlice } from "../../workouts/packages/packages-slice.ts";
import { assignmentSlice } from "./assignment-slice.ts";
import { daySlice } from "./day-slice.ts";
import type { Slice } from "./types.ts";

/** The slices that the app of a surface keeps, in the order in which they are read. A new slice is one line here. */
export const SLICES_OF: Readonly<Record<Surface, readonly Slice[]>> = {
  CLIENT_MOBILE: [daySlice, assignmentSlice, packagesSlice, conflictsSlice],
  COACH_MOBILE: [],
};
