import { expressionBuilder, sql } from "kysely";
import {
  DEFAULT_ADHERENCE_LIMITS,
  type AdherenceLimits,
} from "../../contract/workspaces/vocabulary.ts";

const { cast, fn } = expressionBuilder();

/** SQL of the limits that a workspace judges adherence by, the default where it does not say. */
export function adherenceLimitsOf(settings: string) {
  const chosen = sql.raw(`${settings} -> 'adherenceLimits'`);
  const byDefault = sql.lit(JSON.stringify(DEFAULT_ADHERENCE_LIMITS));
  return fn<AdherenceLimits>("coalesce", [chosen, cast(byDefault, "jsonb")]);
}
