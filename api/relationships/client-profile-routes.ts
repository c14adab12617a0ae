import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import {
  ownClientProfileSchema,
  saveClientProfileSchema,
} from "../../contract/relationships/client-profile-schema.ts";
import { getOwnClientProfile } from "../../db/relationships/client-profile/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { missingBaseline } from "../../rules/relationships/missing-baseline.ts";

const clientPath = "/api/v1/client/profile";
const baseline = "docs/rooms/relationships.md#baseline";

const clientProfile = read({
  method: "GET",
  path: clientPath,
  name: "readClientProfile",
  summary: "Your own profile, and what the baseline still lacks",
  source: baseline,
  access: "client",
  answer: ownClientProfileSchema,
  refusals: ["NOT_FOUND"],
  handle: ({ em, granted }) => presentedClientProfile(em, granted.caller.userId),
});

const saveOwnClientProfile = act({
  method: "PUT",
  path: clientPath,
  name: "saveClientProfile",
  summary:
    "Replace your whole profile, with or without a coach; a complete baseline ends onboarding",
  source: baseline,
  access: "client",
  body: saveClientProfileSchema,
  answer: ownClientProfileSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, body, request, deps }) => {
    const { userId } = granted.caller;
    await saveClientProfile(
      tx,
      { userId, profile: body, requestId: request.requestId },
      deps.hooks.relationships,
    );
    return presentedClientProfile(tx, userId);
  },
});

async function presentedClientProfile(...of: Parameters<typeof getOwnClientProfile>) {
  const profile = await getOwnClientProfile(...of);
  return { ...profile, missing: [...missingBaseline(profile)] };
}

/** Routes of client profiles. */
export const clientProfileEndpoints: readonly Endpoint[] = [clientProfile, saveOwnClientProfile];
