import type { ActiveProgram } from "../../contract/plans/active-program-schema.ts";
import type { ScopeSnapshot } from "../../db/sync/scope/queries.ts";
import { programDaysOf } from "../../rules/plans/plan-dates.ts";

/** The program that a client follows in wire form; null without one. */
export function presentProgram(followed: ScopeSnapshot["program"]): ActiveProgram | null {
  if (followed === null) return null;
  const { spans, plannedDates, ...program } = followed;
  return { ...program, days: [...programDaysOf(spans, plannedDates)] };
}
