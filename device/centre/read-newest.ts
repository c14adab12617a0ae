import type { PartContext } from "../parts/part-context.ts";

/** Reads what changed in a scope. A coach's app also reads the days whose reviews were refused. */
export async function readNewest(context: PartContext): ReturnType<PartContext["refresh"]> {
  const outcome = await context.refresh();
  if (outcome !== "READ" || context.core.surface !== "COACH_MOBILE") return outcome;
  const { refreshRefusedDays } = await import("../coach/days/refresh-refused-days.ts");
  return await refreshRefusedDays(context, context.scopeId);
}
