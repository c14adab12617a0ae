import { sql } from "kysely";

/** SQL text of the time zone in which a relationship's days are now counted; takes the name of its table or alias. */
export function zoneNow(relationship: string) {
  const { next, at, former } = {
    next: `${relationship}.next_timezone`,
    at: `${relationship}.zone_changes_at`,
    former: `${relationship}.timezone`,
  };
  return sql.raw<string>(`(case when ${at} <= clock_now() then ${next} else ${former} end)`);
}
