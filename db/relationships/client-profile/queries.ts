import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { Refusal } from "../../../contract/refusal.ts";
import type { RelationshipStatus } from "../../../contract/relationships/vocabulary.ts";
import type { StoredPrivacy } from "../../../rules/relationships/privacy-settings.ts";
import { zoneNow } from "../zone-now.ts";
import { clockNow, instantText, jsonObject } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";

/** A client's whole profile, and the state of the relationship that it serves. */
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

/** The profile of a client. @throws Refusal NOT_FOUND if the user was never a client. */
export async function getOwnClientProfile(
  em: SqlEntityManager,
  userId: string,
): Promise<OwnClientProfileRow> {
  return tables(em)
    .selectFrom("clientProfile as p")
    .leftJoin("relationship as r", (on) =>
      on.onRef("r.clientUserId", "=", "p.userId").on("r.status", "<>", "ENDED"),
    )
    .where("p.userId", "=", userId)
    .select(["p.displayName", "p.timezone", "p.locale", "p.birthDate", "p.heightCm", "p.goal"])
    .select("r.status as relationshipStatus")
    .select((eb) => {
      const { case: when, ref } = eb;
      const waits = eb("r.zoneChangesAt", ">", clockNow);
      const days = jsonObject({
        timezone: zoneNow("r"),
        nextTimezone: when().when(waits).then(ref("r.nextTimezone")).end(),
        zoneChangesAt: when()
          .when(waits)
          .then(instantText(ref("r.zoneChangesAt")))
          .end(),
      });
      return [
        instantText(ref("p.updatedAt")).as("updatedAt"),
        when().when("r.id", "is not", null).then(days).end().as("days"),
      ];
    })
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}

/** The stored privacy settings of a client. @throws Refusal NOT_FOUND if the user was never a client. */
export async function getPrivacySettings(
  em: SqlEntityManager,
  userId: string,
): Promise<StoredPrivacy> {
  const { privacySettings } = await tables(em)
    .selectFrom("clientProfile")
    .where("userId", "=", userId)
    .select("privacySettings")
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
  return privacySettings;
}
