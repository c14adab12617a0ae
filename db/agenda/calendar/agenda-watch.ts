import { defineEntity, p } from "@mikro-orm/postgresql";

const AgendaWatchSchema = defineEntity({
  name: "AgendaWatch",
  properties: {
    onlyRow: p.boolean().default(true).primary(),
    /** When days were last looked at, in real time. */
    lookedAt: p.datetime().strictNullable(),
    /** When an API was last ready, in real time. */
    apiReadyAt: p.datetime().strictNullable(),
    /** No day closes before it. */
    closesFrom: p.datetime().strictNullable(),
    tzVersion: p.text().strictNullable(),
    /** Code by which the calendars that failed were last made due again. */
    codeVersion: p.text().strictNullable(),
  },
});

/** How those who turn days stand, in one row. */
export class AgendaWatch extends AgendaWatchSchema.class {}
AgendaWatchSchema.setClass(AgendaWatch);
