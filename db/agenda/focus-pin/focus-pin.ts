import { defineEntity, p } from "@mikro-orm/postgresql";
import { Relationship } from "../../relationships/relationship.ts";
import { AgendaTask } from "../agenda-task.ts";

const FocusPinSchema = defineEntity({
  name: "FocusPin",
  properties: {
    relationshipId: () => p.manyToOne(Relationship).mapToPk().primary(),
    localDate: p.date().primary(),
    /** What sync names it by. */
    pinId: p.uuid(),
    /** Null when nothing is pinned. */
    agendaTaskId: () => p.manyToOne(AgendaTask).mapToPk().deleteRule("no action").strictNullable(),
    note: p.text().strictNullable(),
    revision: p.integer(),
    /** Who pinned or unpinned last. */
    pinnedByUserId: p.uuid(),
    pinnedAt: p.datetime(),
  },
});

/** Which task of a day its coach put first (docs/rooms/agenda.md#focus-pin). */
export class FocusPin extends FocusPinSchema.class {}
FocusPinSchema.setClass(FocusPin);
