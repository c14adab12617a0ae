import { relationshipStateSchema } from "../../../contract/relationships/schema.ts";
import { accountStateSchema } from "../../../contract/accounts/support-schema.ts";
import type { QueuedOperation } from "../../../device/outbox/types.ts";
import { administratorEnters } from "../administrator.ts";
import { callApi, callRefused } from "../call-api.ts";
import { clientEnters, type ClientOnPhone } from "./client-chapters.ts";
import { type Coach, METRIC, TITLES } from "./coach-chapters.ts";
import { enqueueOn, readDay } from "../device/record.ts";
import type { TourPhone } from "../device/tour-phone.ts";
import { eventually } from "../eventually.ts";
import { expectEqual } from "../expect-equal.ts";
import type { Person, Stage } from "../stage.ts";

const LOCKED_WITHIN_MS = 15_000;

/** The coach pauses: the phone keeps its operations, and they are accepted once coaching resumes. */
export async function coachPauses(
  stage: Stage,
  story: { readonly coach: Coach; readonly client: ClientOnPhone },
): Promise<void> {
  stage.page.chapter("The coach pauses the relationship and resumes it");
  const { coach, client } = story;
  const { phone } = client;
  await readDay(phone);
  await move(stage, { coach, client, act: "pause" });
  const drink = await phone.show(async () => await drinkOnce(phone));
  await phone.show(async () => {
    await eventually("the reason why the drink waits", {
      ask: async () => (await drink.state()).waitsFor,
      isWanted: (reason) => reason === "SCOPE_LOCKED",
      limitMs: LOCKED_WITHIN_MS,
    });
  });
  stage.page.note("The entry stays on the phone, and says that the coaching is paused.");
  await move(stage, { coach, client, act: "resume" });
  await phone.goOnline();
  const { status } = await phone.show(() => drink.verdict());
  expectEqual("the verdict after the pause", status, "ACCEPTED");
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

/** The client signs in again on the phone and signs out: the session ends for every holder of its token. */
export async function clientSignsOut(
  stage: Stage,
  { phone }: ClientOnPhone,
  again: Person,
): Promise<void> {
  stage.page.chapter("The client signs out");
  await phone.signIn(again);
  const { kind } = await phone.show(() => phone.device.signOut());
  expectEqual("the sign-out", kind, "SIGNED_OUT");
  expectEqual("what is left on the phone", (await phone.device.scopes()).length, 0);
  // The library never uses the token of an ended session, but another holder of it might.
  const ended = { status: 401, code: "UNAUTHENTICATED" } as const;
  const { token } = again;
  await callRefused(stage, { method: "GET", path: "/api/v1/client/today", token }, ended);
}

async function drinkOnce(phone: TourPhone): Promise<QueuedOperation> {
  const { metricKind, unit } = METRIC;
  const recordedAt = new Date().toISOString();
  return await enqueueOn(phone, {
    title: TITLES.water,
    operationType: "quick-log.record-value",
    payload: { metricKind, unit, value: 250, sourceType: "MANUAL", recordedAt },
  });
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
