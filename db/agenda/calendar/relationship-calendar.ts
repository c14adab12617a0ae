import { defineEntity, p } from "@mikro-orm/postgresql";
import { Relationship } from "../../relationships/relationship.ts";

const RelationshipCalendarSchema = defineEntity({
  name: "RelationshipCalendar",
  properties: {
    relationshipId: () =>
      p.manyToOne(Relationship).mapToPk().primary().updateRule("no action").deleteRule("no action"),
    /** Newest local day; it never goes back. */
    localDate: p.date(),
    /** Zone that this day is counted in. */
    timezone: p.text(),
    /** When the next day begins; null while the calendar is suspended. */
    nextDayAt: p.datetime().strictNullable(),
    /** Version of the time zone data used for `nextDayAt`. */
    tzVersion: p.text(),
    /** When it is next scanned: at `nextDayAt`, or later after failures. */
    lookAt: p.datetime().strictNullable(),
    lookFailures: p.integer().default(0),
  },
  indexes: [
    {
      name: "relationship_calendar_look_idx",
      properties: ["lookAt", "relationshipId"],
      where: "look_at is not null",
    },
  ],
});

/** The calendar of a relationship: its newest local day, and when the next one begins. */
export class RelationshipCalendar extends RelationshipCalendarSchema.class {}
RelationshipCalendarSchema.setClass(RelationshipCalendar);
