import * as z from "zod";
import { settingNotes } from "../setting-notes.ts";

/** Settings of backups. */
export const BackupFields = {
  RESTORE_TEST_FILE: z
    .string()
    .min(1)
    .optional()
    .register(settingNotes, {
      meaning:
        "File with the result of the last restore test, which `npm run backup:test` writes. Without it the relay exports no age of it.",
      readers: ["relay"],
    }),
};
