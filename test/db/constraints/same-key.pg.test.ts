import { randomInt, randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { sql } from "kysely";
import { followAssignment } from "../../../activities/agenda/calendar/follow-assignment.ts";
import type { ClientSignIn } from "../../../activities/accounts/registration-form.ts";
import { reviewThumbnail } from "../../../activities/exercises/thumbnails/review-thumbnail.ts";
import { validateInvitation } from "../../../activities/invitations/validate-invitation.ts";
import { openUpload } from "../../../activities/media/open-upload.ts";
import { registerClient } from "../../../activities/relationships/register-client.ts";
import { workoutSettlement } from "../../../activities/workouts/workout-settlement.ts";
import { registerCoach } from "../../../activities/workspaces/register-coach.ts";
import { MEDIA_LIMITS } from "../../../contract/media/vocabulary.ts";
import { planContentSchema } from "../../../contract/plans/content-schema.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { tables } from "../../../db/tables.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import type { Contact } from "../../../rules/accounts/normalize-contact.ts";
import { hooks } from "../../../workers/hooks.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";
import { buildAgendaOwner } from "../../factories/agenda/agenda-owner.ts";
import { codeOf } from "../../factories/code-of.ts";
import {
  buildCoach,
  buildIdentity,
  buildInvitation,
  ORIGIN,
  registrationForm,
} from "../../factories/accounts/identity.ts";
import { announcement, photo } from "../../factories/media/media.ts";
import { gather } from "../../factories/db/meet.ts";
import { KEEP_PHOTO, photoFeature } from "../../factories/media/photo-feature.ts";
import { buildAssignment } from "../../factories/plans/plans.ts";
import { putCandidate } from "../../factories/db/put-candidate.ts";
import { settleOf, settlementDeps } from "../../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../../factories/sync/sync.ts";
import { verdictsOf } from "../../factories/sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "../../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useOrm } from "../../harness/use-orm.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());

const features = [...operationFeatures, photoFeature().feature];

/** A phone number that is unused in this database. */
const freshPhone = () => `+4930${randomInt(10_000_000, 99_999_999)}`;

/** Two acts that write the same key of a table, by that key. Each is stopped at its insert. */
const RACES: Readonly<Record<string, () => Promise<void>>> = {
  async agenda_card_key_unique() {
    const owner = await buildAgendaOwner(em);
    const recurrence = { rrule: "FREQ=DAILY" };
    const reminder = { kind: "CUSTOM_REMINDER", title: "Drink", recurrence };
    const assignmentId = await buildAssignment(em, owner, planContentSchema.parse(reminder));
    const follow = () =>
      transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
    await gather(superuserUrl, "agenda_card", [follow, follow]);
    const cards = await tables(em.fork())
      .selectFrom("agendaCard")
      .select("revision")
      .where("relationshipId", "=", owner.relationshipId)
      .execute();
    expect(cards).toEqual([{ revision: 1 }]);
  },
  async app_user_primary_phone_unique() {
    const contact: Contact = { kind: "PHONE", value: freshPhone() };
    const register = () =>
      codeOf(
        transact(em, (tx) =>
          registerCoach(
            tx,
            {
              ...registrationForm(),
              identity: buildIdentity({ contact, surface: "COACH_MOBILE" }),
              workspaceName: null,
              origin: ORIGIN,
            },
            hooks.workspaces,
          ),
        ),
      );
    const codes = await gather(superuserUrl, "app_user", [register, register]);
    expect(new Set(codes)).toEqual(new Set(["IDENTITY_NOT_LINKED", null]));
  },
  async relationship_workspace_client_open_unique() {
    const coach = await buildCoach(em);
    const email = `${randomUUID()}@example.com`;
    const phone = freshPhone();
    const contact = { kind: "EMAIL", value: email } as const;
    const identity = buildIdentity({ contact, phone, phoneVerified: true });
    // A second invitation of the same contact would only return the first one.
    const first = await openInvitation(coach, { contact, identity });
    const second = await openInvitation(coach, {
      contact: { kind: "PHONE", value: phone },
      identity,
    });
    const codes = await gather(superuserUrl, "relationship", [first, second]);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
  },
  async quick_log_operation_supersedes_unique() {
    const one = await buildScope(em);
    const { id: taskId } = one.agenda.steps;
    const steps = (minute: number) =>
      queued("quick-log.record-value", {
        taskId,
        metricKind: "STEPS",
        value: 100 + minute,
        unit: "steps",
        sourceType: "MANUAL",
        recordedAt: new Date(Date.UTC(2026, 0, 5, 8, minute)).toISOString(),
      });
    expect(await send(one, steps(0))).toBe("ACCEPTED");
    const verdicts = await gather(superuserUrl, "quick_log_operation", [
      () => send(one, steps(1)),
      () => send(one, steps(2)),
    ]);
    expect(verdicts).toEqual(["ACCEPTED", "ACCEPTED"]);
    const rows = await tables(em.fork())
      .selectFrom("quickLogOperation")
      .select("supersedesId")
      .where("taskId", "=", taskId)
      .execute();
    const superseded = rows.flatMap(({ supersedesId }) => supersedesId ?? []);
    expect([rows.length, new Set(superseded).size]).toEqual([3, 2]);
  },
  async workout_conflict_open_unique() {
    const { one, other } = await twoPhones();
    const stopped = await putWorkout(em, one, { supersededAt: new Date(), stopUse: true });
    const draft = draftOf(stopped);
    const copy = draftOf(stopped, draft.clientSessionId);
    const verdicts = await gather(superuserUrl, "workout_conflict", [
      () => send(one, draft.submit()),
      () => send(other, copy.submit()),
    ]);
    expect(verdicts).toEqual(["SNAPSHOT_SUPERSEDED", "SNAPSHOT_SUPERSEDED"]);
    const open = await tables(em.fork())
      .selectFrom("workoutConflict")
      .select("lineageId")
      .where("clientSessionId", "=", draft.clientSessionId)
      .where("resolvedAt", "is", null)
      .execute();
    expect(open).toHaveLength(1);
  },
  outbox_consumer_event_id_unique: () => settledTwice("outbox"),
  workout_result_pkey: () => settledTwice("workout_result"),
  reported_skip_pkey: () => settledTwice("reported_skip"),
  deferred_operation_pkey: () => waitsTwice("deferred_operation"),
  operation_attachment_pkey: () => waitsTwice("operation_attachment"),
  async thumbnail_rejection_pkey() {
    const candidateId = await putCandidate(em);
    const reject = () =>
      codeOf(
        transact(em, (tx) =>
          reviewThumbnail(tx, {
            candidateId,
            action: "REJECT",
            libraryItemId: null,
            expectedRevision: 1,
            note: null,
            reviewer: "reviewer",
            requestId: "test",
          }),
        ),
      );
    const codes = await gather(superuserUrl, "thumbnail_rejection", [reject, reject]);
    expect(new Set(codes)).toEqual(new Set(["STATE_CONFLICT", null]));
  },
};

test.each(Object.entries(RACES))(
  "%s: two simultaneous inserts give one row, or wait for each other",
  async (_key, race) => {
    await race();
  },
);

async function send(phone: BuiltScope, operation: Operation) {
  return (
    verdictsOf((await submit(admissionDeps(em, features), phone, [operation])).results)[0] ?? ""
  );
}

/** A client with two phones. */
async function twoPhones() {
  const one = await buildScope(em);
  return { one, other: { ...one, deviceId: await buildDevice(em, one.clientUserId) } };
}

/** Sends an operation that waits for its photo twice at once. */
async function waitsTwice(table: string): Promise<void> {
  const one = await buildScope(em);
  const { relationshipId, clientUserId: userId } = one;
  const announced = announcement(relationshipId, photo());
  const uploadId = await transact(em, (tx) =>
    openUpload(tx, { userId, as: "CLIENT", announced, limits: MEDIA_LIMITS }),
  );
  const attachments = [{ uploadId, purpose: "PROGRESS_PHOTO" as const }];
  const kept = queued(KEEP_PHOTO, { text: "from the front" }, { attachments });
  const sending = () => send(one, kept);
  const codes = await gather(superuserUrl, table, [sending, sending]);
  expect(codes).toEqual(["MEDIA_PENDING", "MEDIA_PENDING"]);
  const { rows } = await sql`
    select from deferred_operation deferred
    join operation_attachment attached using (lineage_id, relationship_id, client_operation_id)
    where client_operation_id = ${kept.clientOperationId}`.execute(em.fork().getKysely());
  expect(rows).toHaveLength(1);
}

/** Lets two lanes settle one session at once; its skip is reported to the coach. */
async function settledTwice(table: string): Promise<void> {
  const one = await buildScope(em);
  const exercises = [
    {
      exerciseKey: "run",
      order: null,
      note: null,
      skip: { reason: "PAIN_OR_INJURY", note: null },
      alternativeKey: null,
    },
  ];
  const draft = draftOf(await putWorkout(em, one));
  expect(await send(one, draft.submit([squats("one")], { exercises }))).toBe("ACCEPTED");
  const settle = async () => await settleOf(settlementDeps(em, [workoutSettlement]), one.deviceId);
  await gather(superuserUrl, table, [settle, settle]);
  const found = await tables(em.fork())
    .selectFrom("workoutSession as session")
    .innerJoin("reportedSkip as skip", "skip.sourceId", "session.id")
    .innerJoin("workoutResult as result", "result.sessionId", "session.id")
    .select("result.exerciseKey")
    .where("session.clientSessionId", "=", draft.clientSessionId)
    .execute();
  expect(found).toHaveLength(1);
}

/** An invitation that its recipient has opened, and a registration with it: null, or the code of its refusal. */
async function openInvitation(
  coach: Awaited<ReturnType<typeof buildCoach>>,
  { contact, identity }: { readonly contact: Contact; readonly identity: ClientSignIn },
): Promise<() => Promise<string | null>> {
  const { token: invitationToken } = await buildInvitation(em, coach, contact);
  const { id: validationId } = await transact(em, (tx) =>
    validateInvitation(tx, { identity, invitationToken }),
  );
  const registration = {
    ...registrationForm(),
    identity,
    invitationToken,
    validationId,
    deviceIdHash: "hash",
    origin: ORIGIN,
  };
  return () => codeOf(transact(em, (tx) => registerClient(tx, registration, hooks.relationships)));
}
