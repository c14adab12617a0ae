import { defineEntity, p } from "@mikro-orm/postgresql";
import type { CardSnapshot } from "../../../contract/agenda/notice-schema.ts";
import type { TaskSourceContext, TaskSourceType } from "../../../contract/agenda/vocabulary.ts";
import { Relationship } from "../../relationships/relationship.ts";

const AgendaCardSchema = defineEntity({
  name: "AgendaCard",
  properties: {
    id: p.uuid().primary(),
    workspaceId: p.uuid(),
    relationshipId: () => p.manyToOne(Relationship).mapToPk(),
    localDate: p.date(),
    timezone: p.text(),
    sourceContext: p.text().$type<TaskSourceContext>(),
    sourceType: p.text().$type<TaskSourceType>(),
    sourceId: p.uuid(),
    sourceRevision: p.integer(),
    cardKey: p.text(),
    revision: p.integer(),
    priority: p.integer(),
    sortKey: p.text(),
    displayFrom: p.datetime(),
    displayUntil: p.datetime(),
    snapshot: p.json<CardSnapshot>(),
    generatedAt: p.datetime(),
    changedAt: p.datetime(),
    withdrawnAt: p.datetime().strictNullable(),
  },
  uniques: [
    { name: "agenda_card_key_unique", properties: ["relationshipId", "localDate", "cardKey"] },
  ],
});

/** An informational card of a day (docs/rooms/agenda.md#cards). */
export class AgendaCard extends AgendaCardSchema.class {}
AgendaCardSchema.setClass(AgendaCard);
