import type { PartContext } from "./part-context.ts";
import type { ScopePartName, ScopeParts } from "./types.ts";

/**
 * The parts of a scope, each loaded when it is first used, so that an app pays only for what it shows. A new part is
 * one line here and one in `ScopeParts`.
 */
export const SCOPE_PARTS: {
  readonly [Name in ScopePartName]: (context: PartContext) => Promise<ScopeParts[Name]>;
} = {
  centre: async (context) => (await import("../centre/make-centre.ts")).makeCentre(context),
};
