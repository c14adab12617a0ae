import type { InformationalCard } from "../../../rules/agenda/informational-card.ts";
import { runNamed } from "../../named-query.ts";
import { type RecordColumn, records } from "../../records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** A card that was made, changed or withdrawn, at its new revision. */
export interface ChangedCard {
  readonly id: string;
  readonly relationshipId: string;
  readonly localDate: string;
  readonly revision: number;
}

/**
 * Makes cards, each once by its key, or brings those that are there to what their source says now; one that was
 * withdrawn is shown again (docs/rooms/agenda.md#cards). One statement, whatever the number of relationships, whose
 * scopes the caller holds.
 *
 * @returns those that were made or changed, by id: the caller names them to devices (`agenda_card` of
 *   `recordScopeChanges`) and has their days projected. What is as it was is not written.
 */
export async function putCards(
  tx: Tx,
  cards: readonly InformationalCard[],
  now: Date,
): Promise<readonly ChangedCard[]> {
  if (cards.length === 0) return [];
  const put = tables(tx)
    .with("put", (part) =>
      part
        .insertInto("agendaCard")
        .columns([...names, "revision", "generatedAt", "changedAt"])
        .expression((from) =>
          from
            .selectFrom(records(cards, CARD).as("card"))
            .select(names.map((name) => `card.${name}` as const))
            .select(({ cast, lit, val }) => [
              lit(1).as("revision"),
              cast<Date>(val(now), "timestamptz").as("generatedAt"),
              cast<Date>(val(now), "timestamptz").as("changedAt"),
            ])
            .orderBy("card.relationshipId")
            .orderBy("card.localDate")
            .orderBy("card.cardKey"),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["relationshipId", "localDate", "cardKey"])
            .doUpdateSet(({ eb, ref }) => ({
              timezone: ref("excluded.timezone"),
              sourceContext: ref("excluded.sourceContext"),
              sourceType: ref("excluded.sourceType"),
              sourceId: ref("excluded.sourceId"),
              sourceRevision: ref("excluded.sourceRevision"),
              priority: ref("excluded.priority"),
              sortKey: ref("excluded.sortKey"),
              displayFrom: ref("excluded.displayFrom"),
              displayUntil: ref("excluded.displayUntil"),
              snapshot: ref("excluded.snapshot"),
              revision: eb("agendaCard.revision", "+", 1),
              changedAt: ref("excluded.changedAt"),
              withdrawnAt: null,
            }))
            .where(({ eb, or, ref }) =>
              or([
                eb("agendaCard.withdrawnAt", "is not", null),
                ...SAID.map((name) =>
                  eb(`agendaCard.${name}`, "is distinct from", ref(`excluded.${name}`)),
                ),
              ]),
            ),
        )
        .returning(["id", "relationshipId", "localDate", "revision"]),
    )
    .selectFrom("put")
    .selectAll()
    .orderBy("id");
  return await runNamed(tx, "put-cards", put);
}

const CARD = [
  ["id", "uuid"],
  ["workspaceId", "uuid"],
  ["relationshipId", "uuid"],
  ["localDate", "date"],
  ["timezone", "text"],
  ["sourceContext", "text"],
  ["sourceType", "text"],
  ["sourceId", "uuid"],
  ["sourceRevision", "int"],
  ["cardKey", "text"],
  ["priority", "int"],
  ["sortKey", "text"],
  ["displayFrom", "timestamptz"],
  ["displayUntil", "timestamptz"],
  ["snapshot", "jsonb"],
] as const satisfies readonly RecordColumn<keyof InformationalCard>[];

const names = CARD.map(([name]) => name);

/** By what a card differs from what it was. */
const SAID = [
  "timezone",
  "sourceContext",
  "sourceType",
  "sourceId",
  "sourceRevision",
  "priority",
  "sortKey",
  "displayFrom",
  "displayUntil",
  "snapshot",
] as const;
