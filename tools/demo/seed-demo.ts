import { DateTime } from "luxon";
import { clearInbox } from "./coach-evening.ts";
import { behaviourAt, doneBy, isOffline } from "./demo-behaviours.ts";
import { type DemoHouse, type DemoPlace, openDemoHouse } from "./demo-house.ts";
import {
  type DemoClient,
  type DemoCoach,
  joinDemoClient,
  registerDemoCoach,
  type SignInPlace,
  TIMEZONE,
} from "./demo-people.ts";
import { CLIENTS, COACH, SECOND_CLIENTS, WORKSPACE } from "./demo-names.ts";
import { makeDemoPlans } from "./demo-plans.ts";
import { joinSecondWorkspace } from "./second-workspace.ts";
import { liveDay, submitTwice, writeMessage } from "./live-day.ts";

/**
 * Plays weeks of a workspace, and of a small second one of the same coach, through the product's own acts. Each act has
 * its instant, and the last ones are at the present. The database has to be new.
 */
export async function seedDemo(
  place: DemoPlace,
  people: SignInPlace,
  { size, now, onDay = () => {} }: SeedOptions,
): Promise<SeededDemo> {
  const house = openDemoHouse(place);
  const { dayCount, clientCount } = SIZES[size];
  const today = DateTime.fromJSDate(now, { zone: TIMEZONE }).startOf("day");
  const hourOf = (day: number, hour: number) =>
    today
      .minus({ days: dayCount - 1 - day })
      .set({ hour })
      .toJSDate();
  await house.moveTo(hourOf(0, BEGINS));
  const coach = await registerDemoCoach(house, people, {
    person: COACH,
    workspaceName: WORKSPACE,
  });
  const planIds = await makeDemoPlans(house, coach);
  const names = CLIENTS.slice(0, clientCount);
  const clients: DemoClient[] = [];
  const second = await openSecond(house, people, { coach, clientCount: SIZES[size].secondCount });
  for (let day = 0; day < dayCount; day += 1) {
    const daysLeft = dayCount - 1 - day;
    if (day > 0) {
      await house.moveTo(daysLeft > 0 ? hourOf(day, 0) : null);
      await house.openDay();
    }
    const joining = names.slice(clients.length, countJoined(size, day));
    if (joining.length > 0 && day > 0) await house.moveTo(hourOf(day, BEGINS));
    for (const person of joining) {
      // The last one to join puts the questionnaire off.
      const putsOff = clients.length > 0 && clients.length === clientCount - 1;
      clients.push(await joinDemoClient(house, people, { person, coach, planIds, putsOff }));
    }
    const at = daysLeft > 0 ? hourOf(day, LIVES) : now;
    if (daysLeft > 0) await house.moveTo(at);
    await live(house, { clients, coach, at, daysLeft });
    await live(house, { ...second, at, daysLeft });
    if (daysLeft >= UNTOUCHED_DAYS) {
      await clearInbox(house, coach);
      await clearInbox(house, second.coach);
    }
    onDay(day + 1, dayCount);
  }
  return { workspaceId: coach.workspaceId, secondWorkspaceId: second.coach.workspaceId };
}

/** The workspaces of a demo. */
export interface SeededDemo {
  /** The coach's own, which opens first. */
  readonly workspaceId: string;
  readonly secondWorkspaceId: string;
}

/** How much is played: two people in seconds, or forty clients in minutes. */
export type DemoSize = keyof typeof SIZES;

export interface SeedOptions {
  readonly size: DemoSize;
  /** The present instant. */
  readonly now: Date;
  /** Called after each day, with the days so far and in total. */
  readonly onDay?: (day: number, of: number) => void;
}

const SIZES = {
  small: { dayCount: 6, clientCount: 1, secondCount: 1 },
  whole: { dayCount: 57, clientCount: 40, secondCount: SECOND_CLIENTS.length },
} as const;

/** Local hours at which the coach begins, and clients use their phones. */
const [BEGINS, LIVES] = [9, 19];
/** The coach has not worked on the inbox for these days, today included. */
const UNTOUCHED_DAYS = 3;
/** On these days phones disagree, and clients write. */
const LAST_DAYS = 2;
/** Each is invited, so a new coach's quota of invitations matters. */
const JOIN_A_DAY = 4;
/** How many clients live at once. */
const AT_ONCE = 4;

/**
 * How many clients have joined by the end of a day: most in the first ten days, the last two on the second last day.
 */
function countJoined(size: DemoSize, day: number): number {
  const { dayCount, clientCount } = SIZES[size];
  if (day >= dayCount - 2) return clientCount;
  return Math.min(Math.max(1, clientCount - 2), (day + 1) * JOIN_A_DAY);
}

/** The coach joins the second workspace, where a few clients begin on the first day. */
async function openSecond(
  house: DemoHouse,
  people: SignInPlace,
  { coach, clientCount }: { readonly coach: DemoCoach; readonly clientCount: number },
): Promise<Pick<Evening, "clients" | "coach">> {
  const there = await joinSecondWorkspace(house, people, coach);
  const planIds = await makeDemoPlans(house, there);
  const clients: DemoClient[] = [];
  for (const person of SECOND_CLIENTS.slice(0, clientCount)) {
    const joining = { person, coach: there, planIds, putsOff: false };
    clients.push(await joinDemoClient(house, people, joining));
  }
  return { coach: there, clients };
}

interface Evening {
  /** Those who have joined the coach's workspace so far. */
  readonly clients: readonly DemoClient[];
  readonly coach: DemoCoach;
  readonly at: Date;
  readonly daysLeft: number;
}

async function live(house: DemoHouse, { clients, coach, at, daysLeft }: Evening): Promise<void> {
  const dateBefore = (days: number) =>
    DateTime.fromJSDate(at, { zone: TIMEZONE }).minus({ days }).toISODate() ?? "";
  const today = dateBefore(0);
  const liveOne = async (client: DemoClient, place: number) => {
    if (isOffline(place, daysLeft)) return;
    const { offlineDays = 1, trainsTwice = false, writes = false } = behaviourAt(place);
    if (trainsTwice && daysLeft < LAST_DAYS)
      await submitTwice(house, client, { at, localDate: today });
    const localDates = Array.from({ length: offlineDays }, (_, days) => dateBefore(days));
    await liveDay(house, client, { at, localDates, done: (task) => doneBy(place, daysLeft, task) });
    if (writes && daysLeft < LAST_DAYS) await writeMessage(house, client, { coach, at });
  };
  for (let row = 0; row < clients.length; row += AT_ONCE)
    await Promise.all(
      clients.slice(row, row + AT_ONCE).map((client, index) => liveOne(client, row + index)),
    );
  await house.deliver();
}
