import { coachRegistrationAnswerSchema } from "../../../contract/workspaces/coach-schema.ts";
import type { PlanContentInput } from "../../../contract/plans/content-schema.ts";
import { createdInvitationSchema } from "../../../contract/invitations/schema.ts";
import { LEGAL_VERSIONS } from "../../../contract/accounts/vocabulary.ts";
import {
  type PlanAnswer,
  planAssignmentSchema,
  planSchema,
} from "../../../contract/plans/schema.ts";
import { callApi } from "../call-api.ts";
import { eventually } from "../eventually.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { type Person, type Stage, enter } from "../stage.ts";

/** A coach with a workspace. */
export interface Coach extends Person {
  readonly workspaceId: string;
}

/** Titles of the plans; later chapters find their tasks by them. */
export const TITLES = {
  habit: "Ten quiet minutes",
  water: "Drink water",
  supplement: "Supplements",
  meal: "Breakfast",
} as const;

/** Metric of the water habit. */
export const METRIC = {
  metricKind: "WATER",
  unit: "ml",
  min: 50,
  max: 2_000,
  target: 2_500,
  mode: "ACCUMULATE",
} as const;

const MAILED_WITHIN_MS = 20_000;

const recurrence = { rrule: "FREQ=DAILY" };

const PLANS: readonly PlanContentInput[] = [
  { kind: "HABIT", title: TITLES.habit, recurrence },
  {
    kind: "HABIT",
    title: TITLES.water,
    recurrence,
    metric: METRIC,
  },
  {
    kind: "SUPPLEMENT",
    title: TITLES.supplement,
    recurrence,
    items: [
      { label: "Magnesium", amount: "300 mg" },
      { label: "Omega-3", amount: "2 capsules" },
    ],
  },
  {
    kind: "MEAL",
    title: TITLES.meal,
    recurrence,
    items: [
      { label: "Oats", amount: "80 g" },
      { label: "Eggs", amount: "2" },
      { label: "Berries", amount: "a handful" },
    ],
  },
];

/** The coach signs in, registers and gets a workspace. */
export async function coachArrives(stage: Stage): Promise<Coach> {
  stage.page.chapter("The coach signs in and registers");
  const clientId = "sideline-coach-mobile";
  const person = await enter(stage, { name: "Kim Coach", role: "coach", clientId });
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/auth/coach-registration",
      token: person.token,
      body: { displayName: person.name, timezone: stage.timezone, locale: "en", ...LEGAL_VERSIONS },
      answer: coachRegistrationAnswerSchema,
    },
    ({ user, workspace }) =>
      `${user.primaryEmail} is ${workspace.role} of "${workspace.name}" ${workspace.workspaceId}`,
  );
  expectEqual("the coach's roles", data.roles, ["COACH"]);
  return { ...person, workspaceId: data.workspace.workspaceId };
}

/** The coach makes the plans of a day. */
export async function coachPlans(stage: Stage, coach: Coach): Promise<readonly PlanAnswer[]> {
  stage.page.chapter("The coach makes daily plans");
  const plans: PlanAnswer[] = [];
  for (const content of PLANS) {
    const { data } = await callApi(
      stage,
      {
        method: "POST",
        path: `/api/v1/workspaces/${coach.workspaceId}/plans`,
        token: coach.token,
        keyed: true,
        body: { content, publish: true },
        status: 201,
        answer: planSchema,
      },
      ({ planId, kind, revision }) => `plan ${planId}, ${kind}, revision ${revision}`,
    );
    plans.push(data);
  }
  return plans;
}

/** The coach invites the client. Returns the token in the link. */
export async function coachInvites(stage: Stage, coach: Coach): Promise<string> {
  stage.page.chapter("The coach invites a client");
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/workspaces/${coach.workspaceId}/invitations`,
      token: coach.token,
      keyed: true,
      body: { email: `client+${stage.run}@example.com` },
      status: 201,
      answer: createdInvitationSchema,
    },
    ({ contact, status, expiresAt }) =>
      `invitation of ${contact.masked}, ${status} until ${expiresAt}, with its link`,
  );
  const { hash } = new URL(data.link);
  const token = new URLSearchParams(hash.slice(1)).get("token");
  const invitationToken = expectPresent("the token in the link", token);
  await arrivesByMail(stage, invitationToken);
  return invitationToken;
}

async function arrivesByMail({ urls, page }: Stage, invitationToken: string): Promise<void> {
  await eventually("the link in the mailbox", {
    ask: async () =>
      (await fetch(urls.mailbox)).text().then((text) => text.includes(invitationToken)),
    isWanted: (found) => found,
    limitMs: MAILED_WITHIN_MS,
  });
  page.verified(`the client has it by mail: ${urls.mailbox}`);
}

/** The coach assigns every plan to the client. */
export async function coachAssigns(
  stage: Stage,
  { coach, plans, relationshipId }: Assignment,
): Promise<void> {
  stage.page.chapter("The coach assigns the plans");
  const { workspaceId } = coach;
  for (const { planId, title } of plans) {
    await callApi(
      stage,
      {
        method: "POST",
        path: `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/plan-assignments`,
        token: coach.token,
        keyed: true,
        body: { planId },
        status: 201,
        answer: planAssignmentSchema,
      },
      ({ assignmentId, startDate }) => `assignment ${assignmentId} of "${title}" from ${startDate}`,
    );
  }
}

interface Assignment {
  readonly coach: Coach;
  readonly plans: readonly PlanAnswer[];
  readonly relationshipId: string;
}
