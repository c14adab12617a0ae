import { changeCoachProfile } from "../../activities/accounts/change-coach-profile.ts";
import {
  changeCoachProfileSchema,
  ownCoachProfileSchema,
} from "../../contract/accounts/profile-schema.ts";
import { getOwnCoachProfile } from "../../db/accounts/profiles/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";

const coachPath = "/api/v1/coach/profile";

const coaches = "docs/rooms/accounts.md#records";

const coachProfile = read({
  method: "GET",
  path: coachPath,
  name: "readCoachProfile",
  summary: "Your own profile as a coach",
  source: coaches,
  access: "coach",
  answer: ownCoachProfileSchema,
  refusals: ["NOT_FOUND"],
  handle: ({ em, granted }) => getOwnCoachProfile(em, granted.caller.userId),
});

const changeOwnCoachProfile = act({
  method: "PATCH",
  path: coachPath,
  name: "changeCoachProfile",
  summary: "Change the name and handle that clients see, the bio, zone or locale",
  source: coaches,
  access: "coach",
  body: changeCoachProfileSchema,
  answer: ownCoachProfileSchema,
  refusals: ["NOT_FOUND", "STATE_CONFLICT"],
  idempotency: "none",
  handle: async ({ tx, granted, body }) => {
    const { userId } = granted.caller;
    await changeCoachProfile(tx, { userId, changes: body });
    return getOwnCoachProfile(tx, userId);
  },
});

/** Routes of coach profiles. */
export const coachProfileEndpoints: readonly Endpoint[] = [coachProfile, changeOwnCoachProfile];
