import { randomUUID } from "node:crypto";
import type { TodayAnswer } from "../../../contract/agenda/today-schema.ts";
import { relationshipStateSchema } from "../../../contract/relationships/schema.ts";
import { endedSessionSchema } from "../../../contract/sync/session-end-schema.ts";
import { accountStateSchema } from "../../../contract/accounts/support-schema.ts";
import { administratorEnters } from "../administrator.ts";
import { callApi, callRefused } from "../call-api.ts";
import { clientEnters, type ClientOnPhone } from "./client-chapters.ts";
import { type Coach, METRIC, TITLES } from "./coach-chapters.ts";
import { expectEqual } from "../expect-equal.ts";
import { taskOf } from "./offline-chapter.ts";
import { type Outbox, queueAction } from "../phone.ts";
import type { Person, Stage } from "../stage.ts";
import { sendOne } from "../send-one.ts";

/** The coach pauses: the phone keeps its operations, and they are accepted once coaching resumes. */
export async function coachPauses(
  stage: Stage,
  story: { readonly coach: Coach; readonly client: ClientOnPhone; readonly today: TodayAnswer },
): Promise<void> {
  stage.page.chapter("The coach pauses the relationship and resumes it");
  const { coach, client } = story;
  const outbox = await drinkOnce(story.today);
  await move(stage, { coach, client, act: "pause" });
  await submit(stage, { client, outbox }, "SCOPE_LOCKED");
  await move(stage, { coach, client, act: "resume" });
  await submit(stage, { client, outbox }, "ACCEPTED");
  stage.page.verified(
    "an operation that waited on the phone during the pause was accepted after it, under its id",
  );
}

/**
 * An operator suspends the client: the very next request is refused; after the suspension a new sign-in is needed.
 */
export async function operatorSuspends(stage: Stage, client: ClientOnPhone): Promise<Person> {
  stage.page.chapter("An operator suspends the account and reinstates it");
  const operator = await administratorEnters(stage);
  await decideOn(stage, { operator, client, act: "suspend" });
  const today = { method: "GET", path: "/api/v1/client/today" } as const;
  const suspended = { status: 403, code: "USER_SUSPENDED" } as const;
  await callRefused(stage, { ...today, token: client.token }, suspended);
  await decideOn(stage, { operator, client, act: "reinstate" });
  const ended = { status: 401, code: "UNAUTHENTICATED" } as const;
  await callRefused(stage, { ...today, token: client.token }, ended);
  stage.page.verified("earlier sessions have ended");
  return await clientEnters(stage);
}

/** The client signs out: the session ends for every holder of its token. */
export async function clientSignsOut(stage: Stage, { token }: Person): Promise<void> {
  stage.page.chapter("The client signs out");
  await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/auth/logout",
      token,
      body: {},
      answer: endedSessionSchema,
    },
    ({ revokedAt }) => `the session ended at ${revokedAt}`,
  );
  const ended = { status: 401, code: "UNAUTHENTICATED" } as const;
  await callRefused(stage, { method: "GET", path: "/api/v1/client/today", token }, ended);
}

async function drinkOnce(today: TodayAnswer): Promise<Outbox> {
  const { taskId, revision } = taskOf(today, TITLES.water);
  const recordedAt = new Date().toISOString();
  const { metricKind, unit } = METRIC;
  return await queueAction([], {
    clientOperationId: randomUUID(),
    operationType: "quick-log.record-value",
    expectedRevision: revision,
    clientRecordedAt: recordedAt,
    payload: { taskId, metricKind, unit, value: 250, sourceType: "MANUAL", recordedAt },
  });
}

async function submit(
  stage: Stage,
  phone: { readonly client: ClientOnPhone; readonly outbox: Outbox },
  verdict: "SCOPE_LOCKED" | "ACCEPTED",
): Promise<void> {
  expectEqual("the verdict", (await sendOne(stage, phone)).status, verdict);
}

async function move(
  stage: Stage,
  story: {
    readonly coach: Coach;
    readonly client: ClientOnPhone;
    readonly act: "pause" | "resume";
  },
): Promise<void> {
  const { workspaceId, token } = story.coach;
  const { relationshipId } = story.client;
  await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/workspaces/${workspaceId}/relationships/${relationshipId}/${story.act}`,
      token,
      keyed: true,
      body: { reason: "Two weeks of holidays" },
      answer: relationshipStateSchema,
    },
    ({ status }) => `the relationship is ${status}`,
  );
}

async function decideOn(
  stage: Stage,
  story: {
    readonly operator: Person;
    readonly client: ClientOnPhone;
    readonly act: "suspend" | "reinstate";
  },
): Promise<void> {
  await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/admin/users/${story.client.userId}/${story.act}`,
      token: story.operator.token,
      keyed: true,
      body: { reason: "Shown in the tour" },
      answer: accountStateSchema,
    },
    ({ status }) => `the account is ${status}`,
  );
}
