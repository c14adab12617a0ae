import { defineEntity, p } from "@mikro-orm/postgresql";
import { Relationship } from "../../relationships/relationship.ts";
import { AgendaTask } from "../agenda-task.ts";

const FocusPinSchema = defineEntity({
  name: "FocusPin",
  properties: {
    relationshipId: () => p.manyToOne(Relationship).mapToPk().primary(),
    localDate: p.date().primary(),
    /** Its id in sync. */
    pinId: p.uuid(),
    /** Null if nothing is pinned. */
    agendaTaskId: () => p.manyToOne(AgendaTask).mapToPk().deleteRule("no action").strictNullable(),
    note: p.text().strictNullable(),
    revision: p.integer(),
    /** The user who last pinned or unpinned. */
    pinnedByUserId: p.uuid(),
    pinnedAt: p.datetime(),
  },
});

/** The task of a day that its coach put first (docs/rooms/agenda.md#focus-pin). */
export class FocusPin extends FocusPinSchema.class {}
FocusPinSchema.setClass(FocusPin);
