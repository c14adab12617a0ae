import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import { completeCheckIn } from "../../../../activities/agenda/closing/complete-check-in.ts";
import { submitForm } from "../../../../activities/forms/submit-form.ts";
import { recordSourceEvent } from "../../../../activities/inbox/record-source-event.ts";
import type { OutsideEvent } from "../../../../contract/inbox/vocabulary.ts";
import { listDayTasks } from "../../../../db/agenda/queries.ts";
import { executorOf } from "../../../../db/platform/pipeline/pipeline.ts";
import { FormAssignment } from "../../../../db/forms/form-assignment.ts";
import { clockNow, transact } from "../../../../db/platform/transactions/transact.ts";
import { dateOf, hear, note, type Season, type SeasonClient } from "./season.ts";
import { checkInOf, drawOf, reasonOf } from "./behaviours.ts";
import { requireBeforeCoach } from "./laws.ts";
import { settleOf } from "../../sync/settlement.ts";
import { queued, submit } from "../../sync/sync.ts";
import { verdictsOf } from "../../sync/verdicts.ts";

const SAFETY = new Set(["PAIN_OR_INJURY", "SIDE_EFFECT"]);

/** A day of a client: completions or a skip, a message, and the weekly form. */
export async function live(season: Season, client: SeasonClient, day: number): Promise<void> {
  if (client.status !== "ACTIVE") return;
  const draw = drawOf(season.seed, client.place, day, 1);
  const localDate = dateOf(day);
  const tasks = await listDayTasks(executorOf(season.em.fork()), client.relationshipId, [
    localDate,
  ]);
  await log(season, client, { day, tasks });
  if (draw.below(1_000) < client.behaviour.message) await write(season, client);
  if (client.late !== null) await fillIn(season, client, client.late);
  client.late = null;
  const checkIn = tasks.find(({ taskKind }) => taskKind === "CHECK_IN");
  if (checkIn === undefined) return;
  const becomes = checkInOf(client.behaviour, draw);
  if (becomes === "DONE") await fillIn(season, client, checkIn.id);
  else note(season, becomes === "LATE" ? "check-in late" : "check-in missed");
  if (becomes === "LATE") client.late = checkIn.id;
}

type DayTasks = Awaited<ReturnType<typeof listDayTasks>>;

/** Everything is done, or one task is skipped for a reason. */
async function log(
  season: Season,
  client: SeasonClient,
  { day, tasks }: { readonly day: number; readonly tasks: DayTasks },
): Promise<void> {
  const draw = drawOf(season.seed, client.place, day, 2);
  const reason = reasonOf(client.behaviour, draw);
  const kind = draw.pick(["HABIT", "MEAL"]);
  const taskId = tasks.find(({ taskKind }) => taskKind === kind)?.id ?? "";
  const clientRecordedAt = `${dateOf(day)}T08:45:00.000Z`;
  const operation =
    reason === null
      ? queued("today.complete", { taskId, confirmed: true }, { clientRecordedAt })
      : queued("quick-log.skip", { taskId, reason }, { clientRecordedAt });
  const before = await clockNow(season.em.fork());
  const { results } = await submit(season.admission, client, [operation]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  await settleOf(season.settling, client.deviceId);
  if (reason === null) return;
  await hear(season, [client], ["SKIP"]);
  if (!SAFETY.has(reason)) return;
  note(season, "pain");
  await requireBeforeCoach(season, client, before);
}

async function write(season: Season, client: SeasonClient): Promise<void> {
  note(season, "message");
  client.waits = true;
  await reportMessage(season, client, "ClientMessageNeedsReply");
}

/** Another system reports a conversation. */
export async function reportMessage(
  { em }: Season,
  { workspaceId, relationshipId, conversationId: subjectId }: SeasonClient,
  type: OutsideEvent,
): Promise<void> {
  const occurredAt = (await clockNow(em.fork())).toISOString();
  const about = { source: "messaging", eventId: randomUUID(), workspaceId, relationshipId };
  const event = { ...about, type, subjectId, occurredAt };
  await transact(em, (tx) => recordSourceEvent(tx, event, { requestId: "season" }));
}

/** Fills in the form of a check-in, on its day or later, and the relay delivers the event. */
async function fillIn(season: Season, client: SeasonClient, taskId: string): Promise<void> {
  const { em } = season;
  const { clientUserId, relationshipId } = client;
  const form = await em
    .fork()
    .findOneOrFail(FormAssignment, { relationshipId, sourceType: "CHECK_IN", sourceId: taskId });
  const submitting = { formAssignmentId: form.id, clientUserId, answers: {}, taskId };
  await transact(em, async (tx) => {
    const submitted = await submitForm(tx, { ...submitting, requestId: null });
    const ids = { relationshipId, formAssignmentId: form.id, taskId };
    const refs = {
      ...ids,
      submissionId: submitted.formSubmissionId,
      sourceType: form.sourceType,
      sourceId: form.sourceId,
    };
    await completeCheckIn(tx, { refs, occurredAt: submitted.submittedAt, requestId: null });
  });
  await hear(season, [client], ["FORM", "CHECK_IN"]);
}
