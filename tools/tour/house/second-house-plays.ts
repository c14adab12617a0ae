import type { SecondHouse } from "./second-house.ts";
import { ProgramMissing } from "../../processes/program-ladder.ts";
import {
  clientJoins,
  clientReadsToday,
  clientTakesSecondPhone,
} from "../chapters/client-chapters.ts";
import {
  TITLES,
  coachArrives,
  coachAssigns,
  coachInvites,
  coachPlans,
} from "../chapters/coach-chapters.ts";
import {
  clientIsRemindedOfDraft,
  coachIsNotifiedOfDraft,
  twoPhonesTrain,
} from "../chapters/workouts/conflict-reminder-chapters.ts";
import { expectPresent } from "../expect-equal.ts";
import type { FastHouse } from "./fast-house.ts";
import {
  clientCompletesAndSkips,
  coachReviewsDay,
  daysBegin,
  latePhoneWins,
} from "../chapters/day-chapters.ts";
import { clientExportsAll, searchFindsNothing } from "../chapters/door/leaving-chapters.ts";
import { digestComes } from "../chapters/inbox/inbox-chapter.ts";
import { missesAreOneRow, summaryGoesWithItsSource } from "../chapters/inbox/missed-chapter.ts";
import { clientIsReminded } from "../chapters/next-day-chapter.ts";
import { clientSkips } from "../chapters/onboarding-chapters.ts";
import { plansChangeOffline, programPauses } from "../chapters/plan-change-chapters.ts";
import { quietPage } from "../page.ts";
import { supportRedrives, valueCannotBeWritten } from "../chapters/quarantine-chapters.ts";
import type { Stage } from "../stage.ts";

/** Plays the chapters that need time to pass, in a separate installation on the time-skipping server. */
export async function secondHousePlays(stage: Stage): Promise<void> {
  const { page } = stage;
  page.chapter("A second installation opens, in which time can be skipped");
  page.note("It runs next to the stack, with its own database.");
  page.note("From here on its clock is moved. The stack keeps its own time.");
  const house = await stage.openFastHouse().catch((error: unknown) => {
    if (error instanceof ProgramMissing) return error;
    throw error;
  });
  if (house instanceof ProgramMissing) return page.note(`Not played here. ${house.message}`);
  try {
    const second = await othersArrive(stage, house);
    page.came(`another client has a day, and skipped the questionnaire`);
    await supportRedrives(second, await valueCannotBeWritten(second));
    await clientIsReminded(second);
    await clientIsRemindedOfDraft(second);
    await daysBegin(second);
    const present = await clientCompletesAndSkips(second);
    await latePhoneWins(second);
    await coachReviewsDay(second, present);
    await coachIsNotifiedOfDraft(second);
    await digestComes(second);
    await programPauses(second, await plansChangeOffline(second));
    await clientLeaves(second);
  } finally {
    await house.close();
  }
}

/** A client who missed check-ins exports their data and deletes the account. */
async function clientLeaves(second: SecondHouse): Promise<void> {
  const missed = await missesAreOneRow(second);
  const file = await clientExportsAll(second);
  await summaryGoesWithItsSource(second, missed);
  await searchFindsNothing(second, file);
}

/** Earlier chapters explained these steps: a coach plans and invites, a client joins and skips the form. */
async function othersArrive(stage: Stage, house: FastHouse): Promise<SecondHouse> {
  const fast = { ...stage, api: house.api, run: `${stage.run}n` };
  const quiet = { ...fast, page: quietPage(stage.page.chapterTitle) };
  const coach = await coachArrives(quiet);
  const plans = await coachPlans(quiet, coach);
  const client = await clientJoins(quiet, await coachInvites(quiet, coach));
  const { taskId, nextReminderAt } = await clientSkips(quiet, client);
  const habits = plans.filter(({ title }) => title === TITLES.water || title === TITLES.habit);
  await coachAssigns(quiet, { coach, plans: habits, relationshipId: client.relationshipId });
  const today = await clientReadsToday(quiet, client, habits.length);
  const remindedAt = expectPresent("the reminder's instant", nextReminderAt);
  const distant = { ...quiet, run: `${quiet.run}far`, timezone: farFrom(today.timezone) };
  const far = await clientJoins(distant, await coachInvites(distant, coach));
  const skipped = { taskId, remindedAt };
  const lifting = { ...quiet, run: `${quiet.run}lift` };
  const lifter = await clientJoins(lifting, await coachInvites(lifting, coach));
  const secondPhone = await clientTakesSecondPhone(lifting, lifter);
  const draft = await twoPhonesTrain(lifting, { coach, client: lifter, secondPhone });
  return { stage: fast, house, coach, client, far, today, skipped, draft };
}

/** A zone in which the day begins at another time. */
function farFrom(timezone: string): string {
  return timezone === "Asia/Tokyo" ? "America/Denver" : "Asia/Tokyo";
}
