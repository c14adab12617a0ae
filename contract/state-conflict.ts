import { Refusal, type RefusalDetails } from "./refusal.ts";

/**
 * Builds the refusal of a request that does not fit the present state, with that state: "not possible" alone would
 * leave the caller guessing (docs/rooms/wire.md#problems). The pointer names the field that does not fit, if it is one.
 */
export function stateConflict(
  reason: ConflictReason | readonly ConflictReason[],
  { pointer = "", ...details }: RefusalDetails & { readonly pointer?: string } = {},
): Refusal {
  const reasons = typeof reason === "string" ? [reason] : reason;
  const errors = reasons.map((code) => ({ pointer, code, message: CONFLICT_REASONS[code] }));
  return new Refusal("STATE_CONFLICT", { ...details, errors });
}

/** Why a request does not fit the present state: the code that apps translate, and its sentence. */
export const CONFLICT_REASONS = {
  CHANGED_SINCE_READ: "This was changed since you read it. Read it again.",
  ARCHIVED: "This is archived.",
  NO_DRAFT: "There is no draft to publish.",
  DRAFT_CHANGED_SINCE_PREVIEW: "The draft was changed since you saw the preview.",
  PUBLISHED_SINCE_PREVIEW: "A newer revision was published since you saw the preview.",
  ASSIGNED_SINCE_PREVIEW: "The plan was assigned to another client since you saw the preview.",
  TAKEN_AWAY_SINCE_PREVIEW: "The plan was ended for a client since you saw the preview.",
  FOLLOWING_CHANGED_SINCE_PREVIEW:
    "A client follows the plan, or follows it no more, since you saw the preview.",
  ASSIGNMENT_OVER: "This assignment is over.",
  NOT_PUBLISHED: "This is not published.",
  KIND_IS_FIXED: "The kind of a plan cannot be changed. Make another plan.",
  ALREADY_ASSIGNED: "This plan is already assigned to this client.",
  OVER_BEFORE_IT_STARTS: "The assignment would be over before its first day.",
  FORM_NOT_PUBLISHED: "The form of this check-in is not published.",
  NOT_ACTIVE: "This is not active.",
  NOT_PAUSED: "This is not paused.",
  NEITHER_ACTIVE_NOR_PAUSED: "Only an active or paused assignment can be replaced.",
  ALREADY_PAUSED: "This is already paused.",
  NOT_ONBOARDING: "The client has already completed the onboarding.",
  ALREADY_CLOSED: "This is already closed.",
  DAY_NOT_BEGUN: "This day has not begun yet.",
  CANDIDATE_REJECTED: "This candidate was rejected.",
  NOTHING_HELD_BACK: "This run of the catalogue held nothing back.",
  NEWER_RUN: "A newer run of the catalogue exists.",
  KEY_TAKEN: "Another provider has this key.",
  ALIAS_TAKEN: "Another active provider has this alias.",
  PROVIDER_NOT_DISABLED: "Disable the provider before you end its sessions.",
  WOULD_LOCK_YOU_OUT: "You are signed in by this provider: the change would lock you out.",
  IS_OWNER: "The owner cannot be removed. Hand the workspace over first.",
  STATUS_FORBIDS_ACT: "The workspace's status, or that of a person in it, does not allow this.",
  ANNOUNCED_OTHERWISE: "This file was announced with another size, type or checksum.",
  STORAGE_FULL: "The media storage of this coaching relationship is full.",
  ALREADY_COMPLETE: "The upload is already complete.",
  NOTHING_STORED: "The upload has no stored bytes. Start it again.",
  UPLOAD_BUSY: "Another request is writing to this upload.",
  OFFSET_DIFFERS: "The upload continues at another offset. Ask for it with HEAD.",
  NOT_SUBMITTED: "This workout was not submitted.",
  ACKNOWLEDGED_OTHERWISE: "This purge order was acknowledged with other content.",
  NOTHING_MAY_BE_SEALED: "This order deletes the queue: no operation may stay sealed.",
  CONTENT_GONE: "The content of this operation is no longer kept.",
  NOT_IN_QUARANTINE: "This operation is no longer in quarantine.",
  CLIENT_NOT_ACTIVE: "The client's account is not active.",
  FAILS_AGAIN: "The operation fails again. It stays in quarantine.",
  NOT_FOR_THIS_TASK: "This cannot be done with a task of this type.",
  NOT_SKIPPABLE: "The profile cannot be skipped.",
  TASK_STATUS_FORBIDS_ACT: "The status of this task does not allow this.",
  DUPLICATE_OF_ITSELF_OR_CLOSED: "A task can only be a duplicate of another open one.",
  UNDO_OVER: "Only the person who closed this can undo it, and only for a short time.",
  COMPLETED_BY_SOURCE:
    "This was reviewed, or its subject needed no coach any more. That cannot be undone.",
  NEWER_TASK_OPEN: "A newer task about the same subject is open.",
  NOTHING_LEFT_TO_DO: "The subject of this task no longer needs a coach.",
  ACCOUNT_NOT_ACTIVE: "The account is suspended, deleted, or about to be deleted.",
  ACCOUNT_LEAVING: "The account is deleted or about to be deleted.",
  TOO_MANY_OPEN_INVITATIONS: "Too many invitations are open. Revoke some first.",
  ALREADY_MEMBER: "This person is already a member of the workspace.",
  CONTACT_GONE: "The contact of this invitation is no longer kept. Invite the person again.",
  CONTACT_NOT_PROVABLE:
    "At the moment no sign-in can prove a phone number. Invite the person by e-mail instead.",
  IS_CLIENT: "This account belongs to a client.",
  IS_COACH: "This account belongs to a coach in a workspace of others.",
  NOT_A_COACH: "This account does not belong to a coach.",
  HANDLE_TAKEN: "Another coach has this handle. Choose another one.",
  GIVEN_BY_SYSTEM: "Only forms that a coach assigned can be withdrawn.",
  IS_DEFAULT: "This is the default form. Make another form the default first.",
  SUBMITTED_OTHERWISE: "This form was already submitted with other answers.",
} as const satisfies Record<string, string>;
export type ConflictReason = keyof typeof CONFLICT_REASONS;
