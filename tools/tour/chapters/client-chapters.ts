import type { Metric } from "../../../contract/agenda/metric-schema.ts";
import { type TodayAnswer, todaySchema } from "../../../contract/agenda/today-schema.ts";
import type { Account } from "../../../device/account/types.ts";
import type { ClientMe } from "../../../device/wire/account-types.ts";
import { askApi } from "../call-api.ts";
import { type TourPhone, openTourPhone } from "../device/tour-phone.ts";
import { eventually } from "../eventually.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import { type Person, type Stage, enter } from "../stage.ts";

/** A client of the coach, signed in on a registered phone. */
export interface ClientOnPhone extends Person {
  readonly userId: string;
  readonly relationshipId: string;
  readonly deviceId: string;
  readonly phone: TourPhone;
}

const clientId = "sideline-client-mobile";
const name = "Alex Client";
const MATERIALISED_WITHIN_MS = 20_000;

/** The client accepts the invitation on a phone, which the library registers with the sign-in. */
export async function clientJoins(stage: Stage, invitationToken: string): Promise<ClientOnPhone> {
  const phone = await openTourPhone(stage);
  const accepted = await clientAccepts(stage, phone, invitationToken);
  stage.page.chapter("The client's phone is registered");
  const deviceId = phone.deviceId();
  stage.page.note(`The device library registered it with the first sign-in: device ${deviceId}.`);
  return { ...accepted, deviceId, phone };
}

/** The client previews the invitation without an account, signs in and accepts it. */
async function clientAccepts(
  stage: Stage,
  phone: TourPhone,
  invitationToken: string,
): Promise<Omit<ClientOnPhone, "deviceId" | "phone">> {
  const { page } = stage;
  page.chapter("The client accepts the invitation");
  const account = await phone.device.part("account");
  const preview = await phone.show(() => account.preview({ invitationToken }));
  if (preview.kind === "INVITATION") {
    const { coachDisplayName, workspaceName, contact } = preview.invitation;
    page.note(`${coachDisplayName} of "${workspaceName}" invites ${contact.masked}`);
  }
  expectEqual("the preview", preview.kind, "INVITATION");
  const person = await clientEnters(stage);
  const entered = await phone.device.signIn(person.tokens);
  expectEqual("the sign-in before the acceptance", entered, "NO_ACCOUNT");
  const { legalVersions } = await whoIs(account);
  const { termsVersion, privacyVersion } = legalVersions;
  const acceptance = { invitationToken, displayName: name, termsVersion, privacyVersion };
  const { kind } = await phone.show(() => account.accept(acceptance));
  expectEqual("the acceptance", kind, "ACCEPTED");
  const me = await whoIs(account);
  expectEqual("the client's roles", me.roles, ["CLIENT"]);
  expectEqual("the next route", me.nextRoute, "ONBOARDING_QUESTIONNAIRE");
  const { userId } = expectPresent("the account", me.user);
  const { relationshipId, status } = expectPresent("the relationship", me.relationship);
  page.came(`relationship ${relationshipId} is ${status}, next ${me.nextRoute}`);
  return { ...person, userId, relationshipId };
}

async function whoIs(account: Account): Promise<ClientMe> {
  const found = await account.me();
  return expectPresent("the signed-in person", found.kind === "PERSON" ? found.me : null);
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
  const phone = await openTourPhone(stage);
  await phone.signIn(person);
  return { ...person, userId, relationshipId, deviceId: phone.deviceId(), phone };
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
