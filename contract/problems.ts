/**
 * Every coded refusal that a caller can get: its HTTP status and the sentence that is safe to show
 * (docs/rooms/wire.md#problems). One table, so that the API, the OpenAPI document and the apps cannot disagree.
 */
export const PROBLEMS = {
  VALIDATION_FAILED: { status: 400, detail: "The request is not well formed." },
  CURSOR_INVALID: { status: 400, detail: "The cursor does not belong to this query." },
  NOTE_REQUIRED: { status: 400, detail: "A note is required." },
  REASON_REQUIRED: { status: 400, detail: "A reason is required." },
  RESOLUTION_NOT_ALLOWED: { status: 400, detail: "This resolution is not offered here." },
  UNAUTHENTICATED: { status: 401, detail: "A valid access token is required." },
  FORBIDDEN: { status: 403, detail: "This is not allowed for your account." },
  REGISTRATION_REQUIRED: { status: 403, detail: "This sign-in has no account yet." },
  APP_ROLE_MISMATCH: { status: 403, detail: "This app or role cannot be used here." },
  USER_SUSPENDED: { status: 403, detail: "The account is suspended." },
  USER_PENDING_DELETION: { status: 403, detail: "The account is about to be deleted." },
  USER_DELETED: { status: 403, detail: "The account was deleted." },
  COACH_IDENTITY_NOT_VERIFIED: { status: 403, detail: "Verify an e-mail address or phone first." },
  DEVICE_REVOKED: { status: 403, detail: "Register this device again." },
  WORKSPACE_SUSPENDED: { status: 403, detail: "The workspace is suspended." },
  WORKSPACE_ARCHIVED: { status: 403, detail: "The workspace is archived." },
  INVITATION_CONTACT_MISMATCH: {
    status: 403,
    detail: "The invitation was sent to another contact.",
  },
  RELATIONSHIP_INACTIVE: { status: 403, detail: "The coaching relationship is not active." },
  PROVIDER_NOT_ALLOWED: { status: 403, detail: "This way of signing in is not available here." },
  CONTACT_NOT_VERIFIED: {
    status: 403,
    detail: "Confirm the address or number of this sign-in where you sign in, then sign in again.",
  },
  NOT_FOUND: { status: 404, detail: "Not found." },
  METHOD_NOT_ALLOWED: { status: 405, detail: "This method is not offered here." },
  CLIENT_ALREADY_HAS_ACTIVE_COACH: {
    status: 409,
    detail: "There is already a coaching relationship.",
  },
  ALREADY_CLIENT: { status: 409, detail: "This contact is already a client of the workspace." },
  INVITATION_EXPIRED: { status: 409, detail: "The invitation has expired." },
  INVITATION_REPLACED: {
    status: 409,
    detail: "A newer link was sent to you. Open that one.",
  },
  INVITATION_REVOKED: { status: 409, detail: "The invitation was withdrawn." },
  INVITATION_CONSUMED: { status: 409, detail: "The invitation was already used." },
  VALIDATION_EXPIRED: { status: 409, detail: "Open the invitation again." },
  IDENTITY_NOT_LINKED: {
    status: 409,
    detail: "Sign in the way you did before, then link this sign-in.",
  },
  IDENTITY_IN_USE: { status: 409, detail: "This sign-in belongs to another account." },
  LAST_IDENTITY: { status: 409, detail: "The last verified sign-in cannot be unlinked." },
  SUBMISSION_MISMATCH: { status: 409, detail: "The submission belongs to another task." },
  ASSIGNMENT_BLOCKED: { status: 409, detail: "Assignments wait for the questionnaire." },
  TASK_CLOSED: { status: 409, detail: "The task is closed." },
  SNOOZE_NOT_ALLOWED: { status: 409, detail: "This task cannot be snoozed." },
  STATE_CONFLICT: { status: 409, detail: "This is not possible in the present state." },
  SOURCE_EVENT_REUSED: {
    status: 409,
    detail: "Another content was already sent for this source event.",
  },
  PROGRAM_RUNNING: {
    status: 409,
    detail: "Another program is running; only one at a time is possible.",
  },
  ASSIGNMENT_LIMIT_REACHED: {
    status: 409,
    detail: "The client has the maximum number of such assignments.",
  },
  ANSWER_ERASED: {
    status: 409,
    detail: "This was already done. Its answer was deleted, because a person in it was erased.",
  },
  PLAN_LIMIT_REACHED: { status: 409, detail: "The workspace has the maximum number of plans." },
  FORM_LIMIT_REACHED: { status: 409, detail: "The workspace has the maximum number of forms." },
  EXERCISE_LIMIT_REACHED: {
    status: 409,
    detail: "The workspace has the maximum number of its own exercises.",
  },
  AUTH_PROVIDER_ADAPTER_MISSING: {
    status: 409,
    detail: "This way of signing in is not set up. Sign in another way.",
  },
  MEDIA_SESSION_UNDER_WAY: {
    status: 409,
    detail: "This video is already being requested. Wait for the answer.",
  },
  MEDIA_REFETCH_SPENT: {
    status: 409,
    detail: "This session cannot be renewed. Start another one.",
  },
  PUSH_TOKEN_LIMIT_REACHED: {
    status: 409,
    detail: "You have the maximum number of apps with push messages. Sign out of one.",
  },
  CURSOR_EXPIRED: { status: 410, detail: "The cursor has expired. Fetch everything again." },
  IMAGE_WITHDRAWN: { status: 410, detail: "This picture is no longer shown." },
  UPLOAD_EXPIRED: { status: 410, detail: "The upload has expired. Start it again." },
  TUS_VERSION_UNSUPPORTED: { status: 412, detail: "Send Tus-Resumable: 1.0.0." },
  PAYLOAD_TOO_LARGE: { status: 413, detail: "The request body is too large." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, detail: "This content type is not accepted here." },
  RANGE_NOT_SATISFIABLE: { status: 416, detail: "The file does not have these bytes." },
  UPLOAD_REJECTED: { status: 422, detail: "The file differs from what was announced." },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    detail: "This Idempotency-Key was already used for another request.",
  },
  RATE_LIMITED: { status: 429, detail: "Too many attempts. Try again later." },
  INTERNAL: { status: 500, detail: "Something went wrong on our side." },
  UNAVAILABLE: { status: 503, detail: "The service is not available at the moment." },
} as const satisfies Record<string, { status: number; detail: string }>;

/** A code of {@link PROBLEMS}. */
export type ProblemCode = keyof typeof PROBLEMS;

/** Next step of a device after a problem; the device keeps all its data (docs/rooms/sync.md#devices). */
export const NEXT_STEPS = ["REGISTER"] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

/** The step that helps, for codes that have one. */
export const NEXT_STEP_OF: Readonly<Partial<Record<ProblemCode, NextStep>>> = {
  DEVICE_REVOKED: "REGISTER",
};

/** Key of the apps' own translation of a problem, e.g. `problem.device-revoked`. */
export function messageKeyOf(code: ProblemCode): string {
  return `problem.${code.toLowerCase().replaceAll("_", "-")}`;
}
