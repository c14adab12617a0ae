import type { Hooks } from "../activities/hooks.ts";
import {
  calendarFollowsRelationship,
  daysCloseWithRelationship,
} from "../activities/agenda/calendar/calendar-follows-relationship.ts";
import {
  calendarFollowsClient,
  calendarsFollowWorkspace,
} from "../activities/agenda/calendar/calendars-follow-workspace.ts";
import { agendaFollowsAccount } from "../activities/agenda/agenda-follows-account.ts";
import { contactsFollowAccount } from "../activities/invitations/contacts-follow-account.ts";
import { logsFollowAccount } from "../activities/quick-log/account/logs-follow-account.ts";
import { newestValuesFollowRebuild } from "../activities/quick-log/values/newest-values-follow-rebuild.ts";
import { workoutsFollowAccount } from "../activities/workouts/workouts-follow-account.ts";
import { answersFollowAccount } from "../activities/forms/answers-follow-account.ts";
import { defaultFormFollowsWorkspace } from "../activities/forms/default-form-follows-workspace.ts";
import { inboxFollowsAccount } from "../activities/inbox/inbox-follows-account.ts";
import { inboxFollowsMember } from "../activities/inbox/inbox-follows-member.ts";
import { inboxFollowsRelationship } from "../activities/inbox/inbox-follows-relationship.ts";
import { mediaFollowAccount } from "../activities/media/media-follow-account.ts";
import { notificationsFollowAccount } from "../activities/notifications/notifications-follow-account.ts";
import { pushTokensFollowSession } from "../activities/notifications/push-tokens-follow-session.ts";
import { onboardingFollowsAccount } from "../activities/onboarding/onboarding-follows-account.ts";
import { onboardingFollowsRelationship } from "../activities/onboarding/onboarding-follows-relationship.ts";
import { assignmentsFollowRelationship } from "../activities/plans/assignments/assignments-follow-relationship.ts";
import { keyedAnswersFollowAccount } from "../activities/privacy/keyed-answers-follow-account.ts";
import { relationshipsFollowAccount } from "../activities/relationships/relationships-follow-account.ts";
import { relationshipsFollowMember } from "../activities/relationships/relationships-follow-member.ts";
import { payloadsFollowAccount } from "../activities/sync/receipts/payloads-follow-account.ts";
import { devicesFollowSession } from "../activities/sync/devices/devices-follow-session.ts";
import { phonesFollowRelationship } from "../activities/sync/purge/phones-follow-relationship.ts";
import { scopeFollowsRelationship } from "../activities/sync/scope-follows-relationship.ts";
import { phonesFollowWorkspace } from "../activities/sync/purge/phones-follow-workspace.ts";
import {
  triesFollowRelationship,
  triesFollowWorkspace,
} from "../activities/sync/retry/tries-follow-relationship.ts";
import { conflictsFollowRelationship } from "../activities/workouts/conflicts/conflicts-follow-relationship.ts";
import { packagesFollowAssignment } from "../activities/workouts/packages-follow-assignment.ts";
import { resultsFollowRebuild } from "../activities/workouts/results-follow-rebuild.ts";
import { membershipsFollowAccount } from "../activities/workspaces/memberships-follow-account.ts";

const workspaces = [
  defaultFormFollowsWorkspace,
  relationshipsFollowMember,
  calendarsFollowWorkspace,
  phonesFollowWorkspace,
  triesFollowWorkspace,
  inboxFollowsMember,
];
const relationships = [
  scopeFollowsRelationship,
  calendarFollowsRelationship,
  assignmentsFollowRelationship,
  daysCloseWithRelationship,
  onboardingFollowsRelationship,
  phonesFollowRelationship,
  triesFollowRelationship,
  conflictsFollowRelationship,
  inboxFollowsRelationship,
];

/** Every room that follows another one within its transaction, in calling order; the other room names none. */
export const hooks: Hooks = {
  sessions: [devicesFollowSession, pushTokensFollowSession],
  workspaces,
  relationships,
  assignments: [packagesFollowAssignment],
  rebuilds: [resultsFollowRebuild, newestValuesFollowRebuild],
  // Endings in the accounts room, with the rooms that follow them in this order.
  accounts: [
    calendarFollowsClient,
    relationshipsFollowAccount(relationships),
    membershipsFollowAccount(workspaces),
    contactsFollowAccount,
    agendaFollowsAccount,
    logsFollowAccount,
    workoutsFollowAccount,
    notificationsFollowAccount,
    inboxFollowsAccount,
    mediaFollowAccount,
    answersFollowAccount,
    payloadsFollowAccount,
    onboardingFollowsAccount,
    keyedAnswersFollowAccount,
  ],
};
