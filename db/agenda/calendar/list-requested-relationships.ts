import { records } from "../../platform/statements/records.ts";
import { zoneNow } from "../../relationships/zone-now.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { RelationshipDay } from "../queries.ts";

/**
 * The facts that decide whether days of some relationships are opened; missing relationships are omitted. One
 * statement.
 */
export async function listRequestedRelationships(tx: Tx, relationshipIds: readonly string[]) {
  return await tables(tx)
    .selectFrom("relationship")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .innerJoin("appUser as client", "client.id", "relationship.clientUserId")
    .select([
      "relationship.id",
      "relationship.status",
      "workspace.status as workspaceStatus",
      "client.status as clientStatus",
      zoneNow("relationship").as("timezone"),
    ])
    .where("relationship.id", "=", anyOf(relationshipIds))
    .execute();
}

/** The projection versions of some days, by relationship and date, each once. One statement. */
export async function listDayVersions(tx: Tx, days: readonly RelationshipDay[]) {
  if (days.length === 0) return [];
  const named = records(days, [
    ["relationshipId", "uuid"],
    ["localDate", "date"],
  ]);
  return await tables(tx)
    .selectFrom("agendaDay as day")
    .innerJoin(named.as("named"), (join) =>
      join
        .onRef("named.relationshipId", "=", "day.relationshipId")
        .onRef("named.localDate", "=", "day.localDate"),
    )
    .select(["day.relationshipId", "day.localDate", "day.projectionVersion"])
    .distinct()
    .orderBy("day.relationshipId")
    .orderBy("day.localDate")
    .execute();
}
