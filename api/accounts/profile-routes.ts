import { changeCoachProfile } from "../../activities/accounts/change-coach-profile.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import {
  changeCoachProfileSchema,
  ownClientProfileSchema,
  ownCoachProfileSchema,
  saveClientProfileSchema,
} from "../../contract/accounts/profile-schema.ts";
import { getOwnCoachProfile } from "../../db/accounts/profiles/queries.ts";
import { getOwnClientProfile } from "../../db/relationships/client-profile/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { missingBaseline } from "../../rules/relationships/missing-baseline.ts";

const clientPath = "/api/v1/client/profile";
const coachPath = "/api/v1/coach/profile";
const baseline = "docs/rules.md#relationships-baseline";
const coaches = "docs/rules.md#accounts-records";

const clientProfile = read({
  method: "GET",
  path: clientPath,
  summary: "Own profile, and what the baseline still lacks",
  source: baseline,
  access: "client",
  answer: ownClientProfileSchema,
  refusals: ["NOT_FOUND"],
  handle: ({ em, granted }) => presentedClientProfile(em, granted.caller.userId),
});

const saveOwnClientProfile = act({
  method: "PUT",
  path: clientPath,
  summary: "Keep the whole profile, with or without a coach; a complete baseline ends onboarding",
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

const coachProfile = read({
  method: "GET",
  path: coachPath,
  summary: "Own profile as a coach",
  source: coaches,
  access: "coach",
  answer: ownCoachProfileSchema,
  refusals: ["NOT_FOUND"],
  handle: ({ em, granted }) => getOwnCoachProfile(em, granted.caller.userId),
});

const changeOwnCoachProfile = act({
  method: "PATCH",
  path: coachPath,
  summary: "Change the name clients see, the bio, zone or locale",
  source: coaches,
  access: "coach",
  body: changeCoachProfileSchema,
  answer: ownCoachProfileSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { userId } = granted.caller;
    await changeCoachProfile(tx, { userId, changes: body });
    return getOwnCoachProfile(tx, userId);
  },
});

async function presentedClientProfile(...of: Parameters<typeof getOwnClientProfile>) {
  const profile = await getOwnClientProfile(...of);
  return { ...profile, missing: [...missingBaseline(profile)] };
}

/** Routes of what people tell of themselves. */
export const profileEndpoints: readonly Endpoint[] = [
  clientProfile,
  saveOwnClientProfile,
  coachProfile,
  changeOwnCoachProfile,
];
