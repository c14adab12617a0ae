import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { MadeAt } from "../list-made-at.ts";

/**
 * The cards of some days that were created or changed at or after each day's instant, and are not withdrawn. A card
 * that changed again since then is listed with its present revision. One statement.
 */
export async function listProjectedCards(em: SqlEntityManager, days: readonly MadeAt[]) {
  const day = records(days, [
    ["eventId", "uuid"],
    ["relationshipId", "uuid"],
    ["localDate", "date"],
    ["at", "timestamptz"],
  ]);
  const cards = tables(em)
    .selectFrom(day.as("day"))
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom("agendaCard")
          .select(["id", "sourceId", "revision"])
          .whereRef("relationshipId", "=", "day.relationshipId")
          .whereRef("localDate", "=", "day.localDate")
          .whereRef("changedAt", ">=", "day.at")
          .where("withdrawnAt", "is", null)
          .offset(0)
          .as("card"),
      (join) => join.onTrue(),
    )
    .select(["day.eventId", "day.relationshipId", "day.localDate"])
    .select(["card.id", "card.sourceId", "card.revision"])
    .orderBy("card.id");
  return await runNamed(em, "projected-cards", cards);
}
