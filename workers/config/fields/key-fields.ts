import * as z from "zod";
import { settingNotes, type SettingNote } from "../setting-notes.ts";

const secretKey = (note: Pick<SettingNote, "meaning" | "readers" | "reload">) =>
  z
    .base64({ error: "has to be base64" })
    .transform((text): Uint8Array => Buffer.from(text, "base64"))
    .refine((bytes) => bytes.length >= 32, "has to contain at least 32 bytes")
    .register(settingNotes, { ...note, unit: "base64, 32 bytes or more", isSecret: true });

/** Keys of keyed hashes, all different. */
export const KeyFields = {
  INVITATION_KEY: secretKey({
    meaning: "Invitation links are derived from it.",
    readers: ["api", "worker", "relay"],
    reload: "KEPT",
  }),
  CURSOR_KEY: secretKey({
    meaning:
      "Signs the cursors of lists and sync, and read positions. Another key refuses the cursors in use.",
    readers: ["api"],
    reload: "TOGETHER",
  }),
  HASH_KEY: secretKey({
    meaning: "Hashes contacts, addresses and device names before they are stored.",
    readers: ["api"],
    reload: "KEPT",
  }),
};
