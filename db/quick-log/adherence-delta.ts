import { defineEntity, p } from "@mikro-orm/postgresql";
import type { TaskKind } from "../../contract/agenda/vocabulary.ts";

const AdherenceDeltaSchema = defineEntity({
  name: "AdherenceDelta",
  properties: {
    receiptId: p.uuid().primary(),
    deltaType: p.text().primary(),
    relationshipId: p.uuid(),
    taskId: p.uuid(),
    localDate: p.date(),
    taskKind: p.text().$type<TaskKind>(),
    scoreDelta: p.decimal("number").precision(6).scale(3),
    metadata: p.json<Readonly<Record<string, string | number | null>>>(),
    createdAt: p.datetime(),
  },
});

/** What an accepted operation counts for; made by settlement, unique per operation and type. */
export class AdherenceDelta extends AdherenceDeltaSchema.class {}

AdherenceDeltaSchema.setClass(AdherenceDelta);
