import { registerInSession } from "../../activities/accounts/sessions/register-in-session.ts";
import { registerCoach } from "../../activities/workspaces/register-coach.ts";
import {
  coachMeQuerySchema,
  coachMeSchema,
  coachRegistrationAnswerSchema,
  coachRegistrationSchema,
} from "../../contract/workspaces/coach-schema.ts";
import { getCoachContext } from "../../db/workspaces/coach-context/queries.ts";
import { act, type Endpoint, read } from "../endpoint.ts";
import { addingOtherWays } from "../guard/other-ways.ts";
import { presentCoachMe, presentRegisteredCoach } from "./present-registered-coach.ts";
import { draftKeyOf } from "../accounts/draft-key-of.ts";
import { registrationOrigin } from "../accounts/registration-origin.ts";

const source = "docs/rooms/accounts.md#surfaces";

const coachRegistration = act({
  method: "POST",
  path: "/api/v1/auth/coach-registration",
  name: "registerCoach",
  summary: "Register as a coach, with a workspace; a repeated request returns the account",
  source,
  access: "identity",
  surfaces: ["WEB", "COACH_MOBILE"],
  body: coachRegistrationSchema,
  answer: coachRegistrationAnswerSchema,
  refusals: ["COACH_IDENTITY_NOT_VERIFIED", "IDENTITY_NOT_LINKED", "STATE_CONFLICT", "FORBIDDEN"],
  countsFailures: true,
  idempotency: "none",
  handle: async ({ tx, granted, body, request, deps }) => {
    const { workspaceName = null, ...form } = body;
    const origin = registrationOrigin(request, deps);
    const { identity } = granted;
    const registration = { ...form, workspaceName, identity, origin };
    const { userId } = await addingOtherWays({ em: tx, identity, deps }, () =>
      registerInSession(tx, registration, () =>
        registerCoach(tx, registration, deps.hooks.workspaces),
      ),
    );
    return presentRegisteredCoach(await getCoachContext(tx, userId));
  },
});

const coachMe = read({
  method: "GET",
  path: "/api/v1/auth/me",
  name: "readCoachAccount",
  summary: "Account, workspaces and permissions of the coach in one of them",
  source,
  access: "coach",
  addsOtherWays: true,
  query: coachMeQuerySchema,
  answer: coachMeSchema,
  refusals: ["IDENTITY_NOT_LINKED", "NOT_FOUND"],
  handle: async ({ em, granted: { caller }, query, deps }) => ({
    ...presentCoachMe(await getCoachContext(em, caller.userId), {
      wanted: query.workspaceId ?? null,
      offer: deps,
    }),
    draftKey: caller.surface === "WEB" ? draftKeyOf(deps.keys.hash, caller) : null,
  }),
});

/** Routes of a coach's account. */
export const coachEndpoints: readonly Endpoint[] = [coachRegistration, coachMe];
