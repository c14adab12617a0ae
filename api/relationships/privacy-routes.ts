import { savePrivacySettings } from "../../activities/relationships/save-privacy-settings.ts";
import { privacySettingsSchema } from "../../contract/relationships/privacy-schema.ts";
import { getPrivacySettings } from "../../db/relationships/client-profile/queries.ts";
import { privacySettings } from "../../rules/relationships/privacy-settings.ts";
import { act, type Endpoint, read } from "../endpoint.ts";

const path = "/api/v1/client/privacy-settings";
const source = "docs/rooms/relationships.md#privacy-settings";

const settings = read({
  method: "GET",
  path,
  name: "readPrivacySettings",
  summary: "Your privacy settings: what coaches see of your profile",
  source,
  access: "client",
  answer: privacySettingsSchema,
  refusals: ["NOT_FOUND"],
  handle: async ({ em, granted }) =>
    privacySettings(await getPrivacySettings(em, granted.caller.userId)),
});

const saveSettings = act({
  method: "PUT",
  path,
  name: "savePrivacySettings",
  summary: "Replace your privacy settings",
  source,
  access: "client",
  body: privacySettingsSchema,
  answer: privacySettingsSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { userId } = granted.caller;
    await savePrivacySettings(tx, { userId, settings: body });
    return privacySettings(await getPrivacySettings(tx, userId));
  },
});

/** Routes of a client's privacy settings. */
export const privacyEndpoints: readonly Endpoint[] = [settings, saveSettings];
