import { notificationExplanationSchema } from "../../../contract/notifications/schema.ts";
import { askApi, requestLine } from "../call-api.ts";
import { eventually } from "../eventually.ts";
import { expectPresent } from "../expect-equal.ts";
import type { SecondHouse } from "../house/second-house.ts";

const DECIDED_WITHIN_MS = 30_000;

/** The next day: a client who skipped the questionnaire is reminded at ten in their zone, and can see why. */
export async function clientIsReminded(second: SecondHouse): Promise<void> {
  const { stage, house, skipped } = second;
  stage.page.chapter("The next day: a client who skipped the questionnaire is reminded");
  stage.page.note(`The actor waits until ${skipped.remindedAt}; time is skipped until then.`);
  await house.advanceTo(skipped.remindedAt);
  await readReminder(second);
  stage.page.verified("one reminder per local day, by the actor's own timer");
}

async function readReminder({ stage, client, skipped }: SecondHouse): Promise<void> {
  const { api, page } = stage;
  const subjectId = skipped.taskId;
  const query = new URLSearchParams({ category: "ONBOARDING_REMINDER", subjectId }).toString();
  const path = `/api/v1/client/notifications/explain?${query}`;
  const { token } = client;
  const request = { method: "GET", path, token, answer: notificationExplanationSchema } as const;
  page.sent(requestLine(request));
  const { data } = await eventually("the decision on the reminder", {
    ask: () => askApi(api, request),
    isWanted: (answer) => answer.data.notification !== null,
    limitMs: DECIDED_WITHIN_MS,
  });
  const { outcome, reason, localDate } = expectPresent("the reminder", data.notification);
  page.came(`${outcome}, ${reason}, for ${localDate}: ${data.explanation}`);
}
