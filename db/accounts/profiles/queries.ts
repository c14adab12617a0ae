import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../../contract/refusal.ts";
import { instantText } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";

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
  return tables(em)
    .selectFrom("coachProfile as p")
    .innerJoin("appUser as u", "u.id", "p.userId")
    .where("p.userId", "=", userId)
    .select(["u.displayName", "p.publicHandle", "p.bio", "p.timezone", "p.locale"])
    .select(({ fn, ref }) =>
      instantText(fn<Date>("greatest", [ref("p.updatedAt"), ref("u.updatedAt")])).as("updatedAt"),
    )
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}
