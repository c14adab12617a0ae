import type { InformationalCard } from "../../../rules/agenda/informational-card.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";
import { type RecordColumn, records } from "../../platform/statements/records.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Creates cards, each once by its key, or updates existing ones to their source's content; a withdrawn one is shown
 * again (docs/rooms/agenda.md#cards). One statement for any number of relationships. The caller has locked their
 * scopes.
 *
 * @returns those created or changed, by id: the caller reports them to devices (`agenda_card` of
 *   `recordScopeChanges`) and recomputes their days. Unchanged cards are not written.
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

/** A card that was created, changed or withdrawn, at its new revision. */
export interface ChangedCard {
  readonly id: string;
  readonly relationshipId: string;
  readonly localDate: string;
  readonly revision: number;
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

/** The columns whose change counts as a change of the card. */
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
