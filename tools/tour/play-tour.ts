import { clientSignsOut, coachPauses, operatorSuspends } from "./chapters/access-chapters.ts";
import { clientJoins, clientReadsToday } from "./chapters/client-chapters.ts";
import { coachArrives, coachAssigns, coachInvites, coachPlans } from "./chapters/coach-chapters.ts";
import { conflictIsRebased } from "./chapters/conflict-chapter.ts";
import { clientGoesOffline } from "./chapters/offline-chapter.ts";
import { secondHousePlays } from "./house/second-house-plays.ts";
import { clientSkips, clientSubmits, coachIsBlocked } from "./chapters/onboarding-chapters.ts";
import { secondPhoneActs } from "./chapters/second-phone-chapter.ts";
import {
  laneSettles,
  clientReadsTheDay,
  coachReadsHistory,
} from "./chapters/settlement-chapters.ts";
import { painIsTakenBack, reviewEndsUndo } from "./chapters/inbox/coach-hears-chapters.ts";
import {
  blockedItemIsLeft,
  importReplacesSteps,
  type Logging,
  secondPhoneUndoes,
} from "./chapters/quick-log-chapters.ts";
import { linkOpensPage } from "./chapters/door/page-chapter.ts";
import { supportFindsPhone } from "./chapters/door/support-chapter.ts";
import { offersOtherButtons, wrongButtonLeadsHome } from "./chapters/door/wrong-button-chapter.ts";
import type { FoundExercise } from "../../contract/exercises/search-schema.ts";
import { libraryFills } from "./chapters/exercises/library-chapter.ts";
import { hasOwnProvider } from "./chapters/exercises/media-account.ts";
import { licenceIsWithdrawn, reviewerClearsTen } from "./chapters/exercises/picture-chapters.ts";
import { lastPlaceIsTaken, videoIsPlayed } from "./chapters/exercises/video-chapters.ts";
import type { Stage } from "./stage.ts";
import { answerIsLost, phoneAsksAgain } from "./chapters/sync-chapters.ts";
import { coachWorksTheQueue } from "./chapters/inbox/inbox-chapter.ts";
import { uploadIsResumed } from "./chapters/upload-chapter.ts";
import { coachPlansWeek } from "./chapters/week-chapter.ts";
import {
  secondSessionIsRefused,
  workoutIsTrainedOffline,
} from "./chapters/workouts/workout-chapters.ts";

/**
 * Plays the main story from sign-in to history, and then how people lose access. Throws TourFailure if an expectation
 * fails.
 */
export async function playTour(stage: Stage): Promise<void> {
  const coach = await coachArrives(stage);
  const plans = await coachPlans(stage, coach);
  await coachPlansWeek(stage, coach);
  // No catalogue is read from a real provider, because that costs money.
  const squat = hasOwnProvider(stage) ? await libraryFills(stage, coach) : null;
  const invitationToken = await coachInvites(stage, coach);
  await linkOpensPage(stage, invitationToken);
  const client = await clientJoins(stage, invitationToken);
  const { relationshipId } = client;

  const onboarding = await clientSkips(stage, client);
  await coachIsBlocked(stage, { coach, client, plans });
  await clientSubmits(stage, client, onboarding);
  await coachAssigns(stage, { coach, plans, relationshipId });

  const today = await clientReadsToday(stage, client, plans.length);
  const { actions, outbox } = await clientGoesOffline(stage, today);
  const secondPhone = await secondPhoneActs(stage, client);

  const phone = { client, actions, outbox };
  const receipts = await answerIsLost(stage, phone);
  await phoneAsksAgain(stage, phone, receipts);
  await laneSettles(stage);
  const settled = await clientReadsTheDay(stage, client, today);
  await coachReadsHistory(stage, coach, today);
  await conflictIsRebased(stage, { client, secondPhone, today: settled, receipts });
  await uploadIsResumed(stage, client);

  await quickLogIsShown(stage, { coach, client, secondPhone });
  await secondSessionIsRefused(
    stage,
    await workoutIsTrainedOffline(stage, { coach, client, secondPhone }, squat?.exerciseId ?? null),
  );
  if (squat !== null) await exercisesAreShown(stage, { coach, client }, squat);
  await coachWorksTheQueue(stage, coach);

  await helpIsFound(stage, client);
  await accessIsLost(stage, { coach, client });
  await secondHousePlays(stage);
}

/** A client who used another button, or whose phone is stuck, gets help. */
async function helpIsFound(stage: Stage, client: Logging["client"]): Promise<void> {
  if (offersOtherButtons(stage)) await wrongButtonLeadsHome(stage, client);
  await supportFindsPhone(stage, client);
}

/** How people lose access: for a while, immediately and for good. */
async function accessIsLost(stage: Stage, story: Parameters<typeof coachPauses>[1]): Promise<void> {
  await coachPauses(stage, story);
  const again = await operatorSuspends(stage, story.client);
  await clientSignsOut(stage, story.client, again);
}

/** Videos within the limits of a plan, and pictures that are correct and permitted. */
async function exercisesAreShown(
  stage: Stage,
  story: Pick<Logging, "coach" | "client">,
  squat: FoundExercise,
): Promise<void> {
  await reviewerClearsTen(stage);
  await licenceIsWithdrawn(stage, story.coach);
  await videoIsPlayed(stage, story, squat);
  await lastPlaceIsTaken(stage, story.coach);
}

/** How quick-log handles taps, imports and undos, and when undo ends. */
async function quickLogIsShown(stage: Stage, logging: Logging): Promise<void> {
  const logged = await blockedItemIsLeft(stage, logging);
  const steps = await importReplacesSteps(stage, { ...logging, today: logged });
  await painIsTakenBack(stage, { ...logging, today: logged });
  await reviewEndsUndo(stage, {
    ...logging,
    today: logged,
    receiptId: await secondPhoneUndoes(stage, { ...logging, steps }),
  });
}
