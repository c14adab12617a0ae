import { randomUUID } from "node:crypto";
import type { Metric } from "../../../contract/agenda/metric-schema.ts";
import { type TodayAnswer, todaySchema } from "../../../contract/agenda/today-schema.ts";
import {
  invitationPreviewSchema,
  invitationValidationSchema,
} from "../../../contract/invitations/schema.ts";
import { clientRegistrationAnswerSchema } from "../../../contract/onboarding/client-account-schema.ts";
import { LEGAL_VERSIONS } from "../../../contract/accounts/vocabulary.ts";
import { registeredDeviceSchema } from "../../../contract/sync/device-schema.ts";
import { askApi, callApi } from "../call-api.ts";
import { eventually } from "../eventually.ts";
import { expectEqual } from "../expect-equal.ts";
import { type Person, type Stage, enter } from "../stage.ts";

/** A client of the coach, signed in on a registered phone. */
export interface ClientOnPhone extends Person {
  readonly userId: string;
  readonly relationshipId: string;
  readonly deviceId: string;
}

const clientId = "sideline-client-mobile";
const name = "Alex Client";
const MATERIALISED_WITHIN_MS = 20_000;

/** The client accepts the invitation on a phone and registers the phone. */
export async function clientJoins(stage: Stage, invitationToken: string): Promise<ClientOnPhone> {
  const client = await clientRegisters(stage, invitationToken);
  stage.page.chapter("The client's phone is registered");
  return { ...client, deviceId: await registerPhone(stage, client.token) };
}

/** The client previews the invitation without an account, signs in, accepts it and registers. */
async function clientRegisters(
  stage: Stage,
  invitationToken: string,
): Promise<Omit<ClientOnPhone, "deviceId">> {
  stage.page.chapter("The client accepts the invitation");
  await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/client-invitations/preview",
      body: { invitationToken },
      answer: invitationPreviewSchema,
    },
    ({ coachDisplayName, workspaceName, contact }) =>
      `${coachDisplayName} of "${workspaceName}" invites ${contact.masked}`,
  );
  const person = await clientEnters(stage);
  const validation = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/client-invitations/validate",
      token: person.token,
      body: { invitationToken },
      answer: invitationValidationSchema,
    },
    ({ validationId, expiresAt }) => `validation ${validationId} until ${expiresAt}`,
  );
  const { validationId } = validation.data;
  return { ...person, ...(await register(stage, person, { invitationToken, validationId })) };
}

/** The client signs in, for the first time or again. */
export function clientEnters(stage: Stage): Promise<Person> {
  return enter(stage, { name, role: "client", clientId });
}

/** The same client signs in on a second phone, which is a separate device. */
export async function clientTakesSecondPhone(
  stage: Stage,
  { userId, relationshipId }: ClientOnPhone,
): Promise<ClientOnPhone> {
  const person = await clientEnters(stage);
  const deviceId = await registerPhone(stage, person.token);
  return { ...person, userId, relationshipId, deviceId };
}

/** The client reads today as soon as the plans have made tasks. */
export async function clientReadsToday(
  stage: Stage,
  client: ClientOnPhone,
  taskCount: number,
): Promise<TodayAnswer> {
  stage.page.chapter("The client reads today");
  const path = "/api/v1/client/today";
  stage.page.sent(`GET ${path}`);
  const { data, status } = await eventually(`GET ${path}: ${taskCount} tasks`, {
    ask: () => askApi(stage.api, { method: "GET", path, token: client.token, answer: todaySchema }),
    isWanted: (answer) => answer.data.statusSummary.taskCount === taskCount,
    limitMs: MATERIALISED_WITHIN_MS,
  });
  stage.page.came(`${status} ${data.localDate} in ${data.timezone}, version ${data.agendaVersion}`);
  showToday(stage, data);
  return data;
}

/** Prints the tasks of a day as a table. */
export function showToday({ page }: Stage, { tasks = [] }: TodayAnswer): void {
  page.table(
    ["task", "kind", "status", "rev.", "items and values"],
    tasks.map(({ snapshot, taskKind, status, revision, items, completionSummary }) => [
      snapshot.title,
      taskKind,
      status,
      String(revision),
      items.length > 0
        ? items.map((item) => `${item.label} ${item.status.toLowerCase()}`).join(", ")
        : valueText(completionSummary.value?.current, snapshot.metric),
    ]),
  );
}

function valueText(current: string | number | boolean | undefined, metric: Metric | null): string {
  if (metric === null) return "";
  if (!("unit" in metric)) return String(current ?? "");
  return `${current ?? 0} of ${metric.target} ${metric.unit}`;
}

async function register(
  stage: Stage,
  { token }: Person,
  invitation: { invitationToken: string; validationId: string },
): Promise<{ readonly userId: string; readonly relationshipId: string }> {
  const { timezone } = stage;
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/auth/client-onboarding-registration",
      token,
      body: {
        ...invitation,
        displayName: name,
        timezone,
        locale: "en",
        ...LEGAL_VERSIONS,
        clientApp: "CLIENT_MOBILE",
      },
      answer: clientRegistrationAnswerSchema,
    },
    ({ relationship, nextRoute }) =>
      `relationship ${relationship.relationshipId} is ${relationship.status}, next ${nextRoute}`,
  );
  expectEqual("the client's roles", data.roles, ["CLIENT"]);
  expectEqual("the next route", data.nextRoute, "ONBOARDING_QUESTIONNAIRE");
  return { userId: data.user.userId, relationshipId: data.relationship.relationshipId };
}

async function registerPhone(stage: Stage, token: string): Promise<string> {
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: "/api/v1/client/devices",
      token,
      keyed: true,
      body: {
        appSurface: "CLIENT_MOBILE",
        installationId: randomUUID(),
        appVersion: "1.0.0",
        buildNumber: 1,
        platform: "IOS",
        osVersion: "19.1",
      },
      status: 201,
      answer: registeredDeviceSchema,
    },
    ({ deviceId, platform, status }) => `device ${deviceId}, ${platform}, ${status}`,
  );
  return data.deviceId;
}
