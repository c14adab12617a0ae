import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import {
  findPeopleOfCoachForm,
  findPeopleOfOnboarding,
} from "../../db/notifications/find-people-of-onboarding.ts";
import { clockNow, type Tx } from "../../db/platform/transactions/transact.ts";
import { decideNotification } from "./decide-notification.ts";

/** Consumer `notifications`: decides who is notified of an event. A redelivered event finds its decisions made. */
export async function notifyOfEvent(tx: Tx, event: NotifiedEvent): Promise<void> {
  if (event.type === "ClientOnboardingStarted") await emitStart(tx, event);
  if (event.type === "FormAssigned") await emitForm(tx, event);
}

/** The outbox row of an event that may cause a notification. */
export type NotifiedEvent = Pick<LeasedRow, "type" | "subjectId" | "requestId">;

/** Welcomes the client, and notifies the coach who invited them. */
async function emitStart(tx: Tx, { subjectId, requestId }: NotifiedEvent): Promise<void> {
  const people = await findPeopleOfOnboarding(tx, subjectId);
  if (people === null) return;
  const { relationshipId, clientUserId, coachUserId } = people;
  const occasion = { ...ALWAYS, subjectId, relationshipId, requestId, now: await clockNow(tx) };
  await decideNotification(tx, {
    ...occasion,
    category: "WELCOME",
    recipientUserId: clientUserId,
    dedupeKey: `welcome:${relationshipId}`,
  });
  await decideNotification(tx, {
    ...occasion,
    category: "CLIENT_STARTED_ONBOARDING",
    recipientUserId: coachUserId,
    dedupeKey: `client-started-onboarding:${relationshipId}`,
  });
}

/** Notifies the client of a form that a coach assigned; the onboarding questionnaire has its own reminders. */
async function emitForm(tx: Tx, { subjectId, requestId }: NotifiedEvent): Promise<void> {
  const people = await findPeopleOfCoachForm(tx, subjectId);
  if (people === null) return;
  const { relationshipId, clientUserId: recipientUserId } = people;
  await decideNotification(tx, {
    ...ALWAYS,
    category: "FORM_ASSIGNED",
    recipientUserId,
    subjectId,
    relationshipId,
    dedupeKey: `form-assigned:${subjectId}`,
    now: await clockNow(tx),
    requestId,
  });
}

const ALWAYS = { localDate: null, verdict: "ASK" } as const;
