import { notificationExplanationSchema } from "../../contract/notifications/schema.ts";
import { ProgramMissing } from "../embedded/program-ladder.ts";
import { askApi, requestLine } from "./call-api.ts";
import { clientRegisters } from "./client-chapters.ts";
import { coachArrives, coachInvites } from "./coach-chapters.ts";
import { eventually } from "./eventually.ts";
import { expectPresent } from "./expect-equal.ts";
import { clientSkips } from "./onboarding-chapters.ts";
import { quietPage } from "./page.ts";
import type { FastHouse } from "./fast-house.ts";
import type { Stage } from "./stage.ts";

const DECIDED_WITHIN_MS = 30_000;
/** Past the instant of the reminder, for both clocks. */
const A_MOMENT_MS = 30_000;

/**
 * The next day, played in a second house on the time-skipping server: a client who put the questionnaire
 * off is reminded at ten in their zone, and the explanation says so.
 */
export async function clientIsReminded(stage: Stage): Promise<void> {
  const { page } = stage;
  page.chapter("The next day: a client who put it off is reminded");
  page.tell(
    "A second house opens beside the stack, with a database of its own, whose days can pass.",
  );
  const house = await stage.openFastHouse().catch((error: unknown) => {
    if (error instanceof ProgramMissing) return error;
    throw error;
  });
  if (house instanceof ProgramMissing) return page.tell(`Not played here. ${house.message}`);
  try {
    const client = await anotherSkips(stage, house);
    page.came(`another client has put it off; the actor waits until ${client.remindedAt}`);
    await house.letPass(Date.parse(client.remindedAt) - Date.now() + A_MOMENT_MS);
    await readReminder(stage, house, client);
    page.holds("one reminder a local day, by the actor's own timer");
  } finally {
    await house.close();
  }
}

interface SkippingClient {
  readonly token: string;
  readonly taskId: string;
  readonly remindedAt: string;
}

/** The way there was told before: a coach invites, a client registers and puts the questionnaire off. */
async function anotherSkips(stage: Stage, { api }: FastHouse): Promise<SkippingClient> {
  const page = quietPage(stage.page.chapterTitle);
  const fast = { ...stage, api, page, run: `${stage.run}n` };
  const coach = await coachArrives(fast);
  const { token, ...client } = await clientRegisters(fast, await coachInvites(fast, coach));
  const { task, nextReminderAt } = await clientSkips(fast, { ...client, token });
  return {
    token,
    taskId: task.taskId,
    remindedAt: expectPresent("the reminder's instant", nextReminderAt),
  };
}

async function readReminder({ page }: Stage, { api }: FastHouse, client: SkippingClient) {
  const { taskId: subjectId, token } = client;
  const query = new URLSearchParams({ category: "ONBOARDING_REMINDER", subjectId }).toString();
  const path = `/api/v1/client/notifications/explain?${query}`;
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
