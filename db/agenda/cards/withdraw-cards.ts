import { runNamed } from "../../platform/pipeline/run-named.ts";
import { records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";
import type { ChangedCard } from "./put-cards.ts";

/**
 * Withdraws the cards of some sources and keeps their rows (docs/rooms/agenda.md#cards). One statement for any number
 * of relationships. The caller has locked their scopes.
 *
 * @returns those not withdrawn before, by id; the caller does with them what `putCards` says.
 */
export async function withdrawCards(
  tx: Tx,
  sources: readonly CardSource[],
  now: Date,
): Promise<readonly ChangedCard[]> {
  if (sources.length === 0) return [];
  const source = records(sources, [
    ["relationshipId", "uuid"],
    ["sourceId", "uuid"],
    ["fromLocalDate", "date"],
  ]);
  const withdraw = tables(tx)
    .with("standing", (part) =>
      part
        .selectFrom(source.as("source"))
        .innerJoinLateral(
          (of) =>
            of
              .selectFrom("agendaCard")
              .select("id")
              .whereRef("relationshipId", "=", "source.relationshipId")
              .whereRef("localDate", ">=", "source.fromLocalDate")
              .whereRef("sourceId", "=", "source.sourceId")
              .where("withdrawnAt", "is", null)
              .offset(0)
              .as("card"),
          (join) => join.onTrue(),
        )
        .select("card.id"),
    )
    .with("withdrawn", (part) =>
      part
        .updateTable("agendaCard")
        .set(({ eb }) => ({
          withdrawnAt: now,
          changedAt: now,
          revision: eb("agendaCard.revision", "+", 1),
        }))
        .where("id", "in", (of) => of.selectFrom("standing").select("standing.id"))
        .returning(["id", "relationshipId", "localDate", "revision"]),
    )
    .selectFrom("withdrawn")
    .selectAll()
    .orderBy("id");
  return await runNamed(tx, "withdraw-cards", withdraw);
}

/** A source that withdraws its cards. */
export interface CardSource {
  readonly relationshipId: string;
  readonly sourceId: string;
  /** Cards of this local day and later ones. */
  readonly fromLocalDate: string;
}
