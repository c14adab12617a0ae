import type { Action, QueuedOperation, Verdict } from "../../../device/outbox/types.ts";
import { expectEqual, expectPresent } from "../expect-equal.ts";
import type { TourPhone } from "./tour-phone.ts";

/** Records an action on a task of the phone's day and returns the verdict. Throws TourFailure unless it is accepted. */
export async function recordAccepted(phone: TourPhone, act: TaskAct): Promise<Verdict> {
  const verdict = await record(phone, act);
  expectEqual(`the verdict on ${act.operationType}`, verdict.status, "ACCEPTED");
  return verdict;
}

/** Records an action on a task of the phone's day, and returns the server's verdict. */
export async function record(phone: TourPhone, act: TaskAct): Promise<Verdict> {
  await readDay(phone);
  return await phone.show(async () => await (await enqueueOn(phone, act)).verdict());
}

/** Reads the day on the phone. */
export async function readDay(phone: TourPhone): Promise<void> {
  expectEqual("the reading of the day", await (await phone.scope()).refresh(), "READ");
}

/** Queues an action on a task of the day that the phone has, with or without a connection. */
export async function enqueueOn(phone: TourPhone, act: TaskAct): Promise<QueuedOperation> {
  const { title, operationType, payload = {} } = act;
  const scope = await phone.scope();
  const day = expectPresent("the day on the phone", await scope.today());
  const task = day.tasks.find(({ accepted }) => accepted.snapshot.title === title);
  const { taskId } = expectPresent(`"${title}" on the phone`, task);
  return await scope.enqueue({ operationType, payload: { taskId, ...payload } });
}

/** An action on the task with this title. */
export interface TaskAct extends Pick<Action, "operationType"> {
  readonly title: string;
  readonly payload?: Action["payload"];
}
