import { defineEntity, p } from "@mikro-orm/postgresql";

const AgendaWatchSchema = defineEntity({
  name: "AgendaWatch",
  properties: {
    onlyRow: p.boolean().default(true).primary(),
    /** Last complete scan of days, in real time. */
    lookedAt: p.datetime().strictNullable(),
    /** When an API was last ready, in real time. */
    apiReadyAt: p.datetime().strictNullable(),
    /** No day closes before this instant. */
    closesFrom: p.datetime().strictNullable(),
    tzVersion: p.text().strictNullable(),
    /** Version of the code that last rescheduled the failed calendars. */
    codeVersion: p.text().strictNullable(),
  },
});

/** State of the day scan, in one row. */
export class AgendaWatch extends AgendaWatchSchema.class {}
AgendaWatchSchema.setClass(AgendaWatch);
