import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { wireInstant } from "../../transact.ts";
import { zoneNow } from "../../relationships/zone-now.ts";

/** A client's whole profile, and where the relationship stands that it serves. */
export interface OwnClientProfileRow {
  readonly displayName: string;
  readonly timezone: string;
  readonly locale: string;
  readonly birthDate: string | null;
  readonly heightCm: number | null;
  readonly goal: string | null;
  readonly updatedAt: string;
  readonly relationshipStatus: RelationshipStatus | null;
  readonly days: {
    readonly timezone: string;
    readonly nextTimezone: string | null;
    readonly zoneChangesAt: string | null;
  } | null;
}

/** The profile of a client. @throws Refusal NOT_FOUND when the user was never one. */
export async function getOwnClientProfile(
  em: SqlEntityManager,
  userId: string,
): Promise<OwnClientProfileRow> {
  const waits = sql`r.zone_changes_at > clock_now()`;
  const { rows } = await sql<OwnClientProfileRow>`
    select p.display_name as "displayName", p.timezone, p.locale,
           p.birth_date::text as "birthDate", p.height_cm as "heightCm", p.goal,
           ${wireInstant("p.updated_at")} as "updatedAt", r.status as "relationshipStatus",
           case when r.id is not null then jsonb_build_object('timezone', ${zoneNow("r")},
             'nextTimezone', case when ${waits} then r.next_timezone end,
             'zoneChangesAt', case when ${waits} then ${wireInstant("r.zone_changes_at")} end)
           end as days
      from client_profile p
      left join relationship r on r.client_user_id = p.user_id and r.status <> 'ENDED'
     where p.user_id = ${userId}
  `.execute(em.getKysely());
  return foundIn(rows);
}

/** A coach's profile with the name that clients see. */
export interface OwnCoachProfileRow {
  readonly displayName: string;
  readonly publicHandle: string | null;
  readonly bio: string | null;
  readonly timezone: string;
  readonly locale: string;
  readonly updatedAt: string;
}

/** The profile of a coach. @throws Refusal NOT_FOUND when the user was never one. */
export async function getOwnCoachProfile(
  em: SqlEntityManager,
  userId: string,
): Promise<OwnCoachProfileRow> {
  const { rows } = await sql<OwnCoachProfileRow>`
    select u.display_name as "displayName", p.public_handle as "publicHandle", p.bio, p.timezone,
           p.locale, ${wireInstant("greatest(p.updated_at, u.updated_at)")} as "updatedAt"
      from coach_profile p join app_user u on u.id = p.user_id
     where p.user_id = ${userId}
  `.execute(em.getKysely());
  return foundIn(rows);
}

function foundIn<Row>(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}
