import { address, wholeNumber } from "../environment.ts";
import { PRODUCT, RUNNING, settingNotes } from "../setting-notes.ts";

/** Settings of the database. */
export const DatabaseFields = {
  DATABASE_URL: address("postgresql://", "postgres://").register(settingNotes, {
    meaning:
      "Address of the database, with the role sideline_app and its password. It may lead through PgBouncer in session mode.",
    readers: PRODUCT,
    isSecret: true,
  }),
  DATABASE_READ_URL: address("postgresql://", "postgres://")
    .optional()
    .register(settingNotes, {
      meaning:
        "Address of a streaming standby, or of a balancer of several, with the role sideline_app. Coaches' overviews and histories are then read there.",
      readers: ["api"],
      isSecret: true,
    }),
  DATABASE_OWNER_URL: address("postgresql://", "postgres://")
    .optional()
    .register(settingNotes, {
      meaning: "The same with the role sideline_owner. Only the migrating process may have it.",
      readers: ["migrate"],
      isSecret: true,
    }),
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10).register(settingNotes, {
    meaning: "Maximum number of connections per process.",
    unit: "connections",
    readers: RUNNING,
  }),
};
