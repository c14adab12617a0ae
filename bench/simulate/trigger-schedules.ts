import { ScheduleOverlapPolicy } from "@temporalio/client";
import type { Simulation } from "./simulation.ts";

/**
 * Starts the schedules that follow the clients' days, by the moved clock. Most would run more often: here they find
 * the same work in fewer runs. The schedules' own runs go on, as on an idle stack.
 *
 * @param quarter quarters of an hour since the beginning.
 */
export async function triggerSchedules(
  { temporal }: Pick<Simulation, "temporal">,
  quarter: number,
): Promise<void> {
  const due = SCHEDULES.filter(({ every, after }) => quarter % every === after);
  await Promise.all(
    due.map(({ id }) => temporal.schedule.getHandle(id).trigger(ScheduleOverlapPolicy.BUFFER_ONE)),
  );
}

/** Schedules, with their intervals and offsets in quarters of an hour. */
const SCHEDULES = [
  { id: "turn-days", every: 2, after: 0 },
  { id: "inbox-digest", every: 4, after: 1 },
  { id: "inbox-sweep", every: 4, after: 3 },
  { id: "silent-devices", every: 4, after: 3 },
  { id: "inbox-heal", every: 96, after: 92 },
];
