import { expressionBuilder, sql } from "kysely";
import {
  DEFAULT_ADHERENCE_LIMITS,
  type AdherenceLimits,
} from "../../contract/workspaces/vocabulary.ts";

/** SQL of a workspace's adherence limits, with defaults for those that it does not set. */
export function adherenceLimitsOf(settings: string) {
  const chosen = sql.raw(`${settings} -> 'adherenceLimits'`);
  const byDefault = sql.lit(JSON.stringify(DEFAULT_ADHERENCE_LIMITS));
  return fn<AdherenceLimits>("coalesce", [chosen, cast(byDefault, "jsonb")]);
}

const { cast, fn } = expressionBuilder();
