import { inboxTaskActor } from "../activities/inbox/actor/inbox-task-actor.ts";
import { invitationImportActor } from "../activities/invitations/csv/invitation-import-actor.ts";
import {
  invitationActor,
  type InvitationDeps,
} from "../activities/invitations/invitation-actor.ts";
import { onboardingActor } from "../activities/onboarding/onboarding-actor.ts";
import type { RegisteredActor } from "../activities/outbox/register-actor.ts";
import {
  accountDeletionActor,
  type DeletionDeps,
} from "../activities/privacy/account-deletion-actor.ts";
import { accountExportActor } from "../activities/privacy/export/account-export-actor.ts";
import { deviceActor } from "../activities/sync/settlement/device-actor.ts";
import { laneActor } from "../activities/sync/settlement/lane-actor.ts";
import type { SettlementDeps } from "../activities/sync/settlement/settlement-deps.ts";
import { workoutConflictActor } from "../activities/workouts/conflicts/workout-conflict-actor.ts";

/** Every actor. The generic actor code derives everything it needs from this list. */
export const actors: readonly ProductActor[] = [
  laneActor,
  deviceActor,
  onboardingActor,
  workoutConflictActor,
  inboxTaskActor,
  accountDeletionActor,
  accountExportActor,
  invitationActor,
  invitationImportActor,
];

/** An actor of the product. */
export type ProductActor = RegisteredActor<SettlementDeps & DeletionDeps & InvitationDeps>;
