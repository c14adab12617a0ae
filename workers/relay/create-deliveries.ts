import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Logger } from "pino";
import { completeCheckIn } from "../../activities/agenda/closing/complete-check-in.ts";
import { listDayClosedEvents } from "../../activities/agenda/closing/list-day-closed-events.ts";
import {
  followAssignment,
  followForm,
} from "../../activities/agenda/calendar/follow-assignment.ts";
import { listDayEvents } from "../../activities/agenda/calendar/list-day-events.ts";
import type { Hooks } from "../../activities/hooks.ts";
import { deliverToInbox } from "../../activities/inbox/deliver-to-inbox.ts";
import { notifyOfTask } from "../../activities/inbox/notify-of-task.ts";
import { mapSubmission } from "../../activities/forms/map-submission.ts";
import {
  mailInvitation,
  mailInvitationReminder,
  reportFailedMail,
  type InvitationMailing,
} from "../../activities/invitations/mail-invitation.ts";
import { mailDeparture } from "../../activities/relationships/mail-departure.ts";
import { mailRelationshipNews } from "../../activities/relationships/mail-relationship-news.ts";
import {
  mailFormerOwner,
  mailMemberRemoved,
  mailNewOwner,
} from "../../activities/workspaces/mail-workspace-news.ts";
import { mailReplacedQuestionnaire } from "../../activities/onboarding/news/mail-replaced-questionnaire.ts";
import { mailMemberInvitation } from "../../activities/invitations/mail-member-invitation.ts";
import { keepOutcome } from "../../activities/accounts/mail/keep-outcome.ts";
import { mailAccountNotice } from "../../activities/accounts/mail/mail-account-notice.ts";
import { mailEmailChange } from "../../activities/accounts/mail/mail-email-change.ts";
import { mailSuspiciousLogin } from "../../activities/accounts/mail/mail-suspicious-login.ts";
import { reviewProviderSessions } from "../../activities/providers/review-provider-sessions.ts";
import {
  deliverNotification,
  type NotificationDelivering,
} from "../../activities/notifications/deliver-notification.ts";
import { notifyOfEvent } from "../../activities/notifications/notify-of-event.ts";
import { notifyOfInvitation } from "../../activities/notifications/notify-of-invitation.ts";
import { deliverEach } from "../../activities/outbox/deliver-each.ts";
import type { Deliveries } from "../../activities/outbox/deliver.ts";
import { deliverToActors } from "../../activities/outbox/deliver-to-actors.ts";
import { deliverToFeed, type EventFeed } from "../../activities/outbox/deliver-to-feed.ts";
import { newActorsSettler } from "../../activities/outbox/settle-new-actors.ts";
import type { WakeActor } from "../../activities/outbox/wake-actor.ts";
import type { EventType, MailedEventType } from "../../contract/outbox/vocabulary.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import type { LeasedRow } from "../../db/outbox/lease-rows.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { deliverToWorkouts } from "../../activities/workouts/deliver-to-workouts.ts";
import { actors } from "../actors.ts";
import { operationFeatures } from "../operation-features.ts";

/** All consumers of events, each idempotent by event id. */
export function createDeliveries(deps: ConsumerDeps): Deliveries {
  const { em, wakeActor, feed, mailing, notifying, hooks } = deps;
  const links = { key: mailing.invitationKey, publicUrl: mailing.publicUrl };
  return {
    actors: deliverToActors(wakeActor, newActorsSettler({ em, log: notifying.log }, actors)),
    "event-feed": deliverToFeed(
      feed,
      (batchIds) => listBatchEvents(em.fork(), operationFeatures, batchIds),
      {
        AgendaDayOpened: (rows) => listDayEvents(em.fork(), rows),
        AgendaDayRefreshed: (rows) => listDayEvents(em.fork(), rows),
        AgendaDayClosed: (rows) => listDayClosedEvents(em.fork(), rows),
      },
    ),
    agenda: deliverEach(async (row) => {
      await transact(em, (tx) => agendaActOf(row.type)(tx, row));
    }),
    workouts: deliverToWorkouts(em),
    inbox: deliverToInbox(em),
    "session-review": deliverEach(async ({ subjectId, requestId }) => {
      await reviewProviderSessions(em, { reviewId: subjectId, requestId }, hooks.sessions);
    }),
    "form-mapping": deliverEach(async ({ subjectId: submissionId, requestId }) => {
      await transact(em, (tx) =>
        mapSubmission(tx, { submissionId, requestId }, hooks.relationships),
      );
    }),
    notifications: deliverEach(async (row) => {
      await transact(em, (tx) => tellerOf(row.type)(tx, row));
    }),
    "notification-delivery": deliverEach((row) =>
      deliverNotification({ em, links, ...notifying }, row),
    ),
    mail: deliverEach((row) =>
      keepOutcome({ ...mailing, failed: (tx) => reportFailedMail(tx, row) }, row, (mailer) =>
        emailOf(row.type)({ ...mailing, mailer }, row),
      ),
    ),
  };
}

/** The dependencies of the outbox consumers. */
export interface ConsumerDeps {
  readonly em: SqlEntityManager;
  readonly wakeActor: WakeActor;
  readonly feed: EventFeed;
  readonly mailing: InvitationMailing;
  readonly notifying: Omit<NotificationDelivering, "em" | "links">;
  readonly hooks: Hooks;
}

/** The agenda's reaction to an event. */
function agendaActOf(type: EventType): (tx: Tx, row: LeasedRow) => Promise<unknown> {
  if (type === "FormSubmissionReceived") return completeCheckIn;
  if (type === "FormAssigned" || type === "FormAssignmentCancelled") return followForm;
  return (tx, { subjectId: assignmentId, requestId }) =>
    followAssignment(tx, { assignmentId, requestId });
}

/** The decider of notifications for an event. */
function tellerOf(type: EventType): (tx: Tx, row: LeasedRow) => Promise<void> {
  switch (type) {
    case "CoachTaskCreated":
    case "CoachTaskRefreshed":
    case "CoachTaskDue":
      return notifyOfTask;
    case "ClientInvitationExpiring":
    case "ClientInvitationExpired":
    case "ClientInvitationMailFailed":
      return notifyOfInvitation;
    default:
      return notifyOfEvent;
  }
}

type OutgoingEmail = (mailing: InvitationMailing, row: LeasedRow) => Promise<void>;

const mailNews =
  (type: Parameters<typeof mailRelationshipNews>[1]): OutgoingEmail =>
  (mailing, row) =>
    mailRelationshipNews(mailing, type, row);

const mailNotice =
  (type: Parameters<typeof mailAccountNotice>[1]): OutgoingEmail =>
  (mailing, row) =>
    mailAccountNotice(mailing, type, row);

const mailPartner =
  (type: Parameters<typeof mailDeparture>[1]): OutgoingEmail =>
  (mailing, row) =>
    mailDeparture(mailing, type, row);

/** The mails of each event. */
const EMAILS: Readonly<Record<MailedEventType, OutgoingEmail>> = {
  SuspiciousLoginDetected: mailSuspiciousLogin,
  WorkspaceMemberInvited: mailMemberInvitation,
  WorkspaceMemberRemoved: mailMemberRemoved,
  WorkspaceOwnerChanged: mailNewOwner,
  WorkspaceOwnerReplaced: mailFormerOwner,
  CoachClientRelationshipReassigned: mailNews("CoachClientRelationshipReassigned"),
  CoachClientRelationshipPaused: mailNews("CoachClientRelationshipPaused"),
  CoachClientRelationshipResumed: mailNews("CoachClientRelationshipResumed"),
  CoachClientRelationshipEnded: mailNews("CoachClientRelationshipEnded"),
  OnboardingQuestionnaireReplaced: mailReplacedQuestionnaire,
  AccountEmailChanged: mailEmailChange,
  SignInLinked: mailNotice("SignInLinked"),
  SignInUnlinked: mailNotice("SignInUnlinked"),
  AccountExportRequested: mailNotice("AccountExportRequested"),
  AccountDeletionRequested: mailNotice("AccountDeletionRequested"),
  AccountDeletionCancelled: mailNotice("AccountDeletionCancelled"),
  PartnerDeletionRequested: mailPartner("PartnerDeletionRequested"),
  PartnerDeletionCancelled: mailPartner("PartnerDeletionCancelled"),
  UserSuspended: mailNotice("UserSuspended"),
  ClientInvited: mailInvitation,
  ClientInvitationResent: mailInvitation,
  ClientInvitationReminded: mailInvitationReminder,
  ClientInvitationMailedAgain: mailInvitation,
};

const isMailed = (type: EventType): type is MailedEventType => type in EMAILS;

/**
 * The mail of an event.
 *
 * @throws Error for an event that this version has no mail for. Only a later version can have written it, so the event
 *   waits for that version.
 */
function emailOf(type: EventType): OutgoingEmail {
  if (isMailed(type)) return EMAILS[type];
  throw new Error(`This version has no mail for ${type}`);
}

/** The feed as one structured log line per event: type, ids, counts and instants. */
export function logFeed(log: Logger, countEvent: (type: string) => void): EventFeed {
  return {
    async publish(events) {
      for (const event of events) {
        log.info({ event }, "event");
        countEvent(event.type);
      }
    },
  };
}
