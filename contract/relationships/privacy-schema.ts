import * as z from "zod";
import type { PrivacySetting } from "./vocabulary.ts";

const settings = {
  coachSeesBirthDate: z.boolean(),
  coachSeesHeight: z.boolean(),
  coachSeesGoal: z.boolean(),
} as const satisfies Readonly<Record<PrivacySetting, z.ZodType>>;

/** The privacy settings of a client, complete. */
export const privacySettingsSchema = z.strictObject(settings).meta({
  id: "PrivacySettings",
  description:
    "What coaches see of a client's profile. False hides the field, and answers of forms that fill it, from every coach. All are true until the client changes them. Sending the same settings again changes nothing, so it needs neither a key nor a revision.",
});
export type PrivacySettings = z.output<typeof privacySettingsSchema>;
