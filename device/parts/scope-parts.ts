import type { PartLoaders } from "./load-once.ts";
import type { PartContext } from "./part-context.ts";
import type { ScopeParts } from "./types.ts";

/**
 * The parts of a scope, each loaded when it is first used, so that an app pays only for what it shows. A new part is
 * one line here and one in `ScopeParts`.
 */
export const SCOPE_PARTS: PartLoaders<ScopeParts, PartContext> = {
  centre: async (context) => (await import("../centre/make-centre.ts")).makeCentre(context),
  forms: async (context) => (await import("../forms/make-forms.ts")).makeForms(context),
  program: async (context) => (await import("../program/make-program.ts")).makeProgram(context),
  workouts: async (context) => (await import("../workouts/make-workouts.ts")).makeWorkouts(context),
  media: async (context) => await (await import("../media/make-media.ts")).makeMedia(context),
};
