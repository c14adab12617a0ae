/** An id in the server's format; the ending makes it distinct. */
const id = (end: number) => `0198c0de-0000-7000-8000-${String(end).padStart(12, "0")}`;

const INSTANT = "2026-01-05T08:00:00.000Z";
/** A digest in the form of payloads and packages. */
export const SHA_256 = `sha-256:${"5e".repeat(32)}`;

/** Example values by field name, used in every schema with that field. */
export const FIELD_EXAMPLES: Readonly<Record<string, unknown>> = {
  ackToken: "b".repeat(43),
  answers: { sleep: 7.5, goal: "Row 2000 m under eight minutes" },
  appVersion: "3.2.0",
  bio: "Twenty years of rowing.",
  birthDate: "1990-04-12",
  buildNumber: 1204,
  claim: "email",
  clientApp: "CLIENT_MOBILE",
  clientOperationId: "0198c0de-op-1",
  contentHash: SHA_256,
  contentType: "image/jpeg",
  count: 12,
  deviceId: id(2),
  deviceSecret: "c".repeat(43),
  digest: SHA_256,
  digestHour: 7,
  digests: "scope",
  display: {
    displayName: { en: "Example" },
    iconKey: "key",
    sortOrder: 20,
    supportCopy: { en: "Write to support@example.com." },
  },
  displayName: "Mia Brandt",
  email: "mia@example.com",
  enabledRegions: ["DE"],
  expectedRevision: 3,
  expectedTaskRevision: 3,
  goal: "Row 2000 m under eight minutes",
  heightCm: 172,
  iconKey: "key",
  keycloakAlias: "example",
  locale: "de-DE",
  metricKind: "WATER",
  name: "Strong together",
  osVersion: "18.1",
  phone: "+4915112345678",
  platform: "IOS",
  privacyVersion: "2026-01",
  providerKey: "example",
  publicHandle: "mia-brandt",
  reason: "Requested by the client",
  region: "DE",
  sizeBytes: 240_000,
  slice: "scope",
  accessToken: "eyJhbGciOiJSUzI1NiJ9.…",
  appSurface: "CLIENT_MOBILE",
  dryRunClaims: "verified-email",
  endDate: "2026-02-01",
  invitationToken: "9Xc4mQ…",
  joinHandle: "0198c0de-0000-7000-8000-000000000001.m4x8e0g0.k3Vd…",
  logout_token: "eyJhbGciOiJSUzI1NiJ9.…",
  pushToken: "fcm-token-of-the-app",
  startDate: "2026-01-05",
  subject: "f3b1c9d2-0d5e-4c0a-9a57-6b1f4b0f6a11",
  termsVersion: "2026-01",
  token: "fcm-token-of-the-app",
  timezone: "Europe/Berlin",
  title: "How was your week?",
  workspaceName: "Strong together",
};

const METADATA = { appVersion: "3.2.0", timezone: "Europe/Berlin", locale: "de-DE" };

/** The checksum matches the payload. */
const CHECKED_OPERATION = {
  clientOperationId: "0198c0de-op-1",
  operationType: "quick-log.complete-task",
  operationVersion: 1,
  localSequence: 1,
  expectedRevision: 1,
  clientRecordedAt: INSTANT,
  payloadChecksum: "sha-256:e5eaf367b04d70c0472bf60e8cce890dbf6991af4d3eeb19cb6945b648e8bf35",
  payload: { taskId: id(3) },
  metadata: METADATA,
};

/** The checksum matches the payload. */
const SESSION_OPERATION = {
  clientOperationId: "0198c0de-op-4",
  operationType: "workout.start-session",
  operationVersion: 1,
  localSequence: 1,
  clientRecordedAt: INSTANT,
  metadata: METADATA,
  payloadChecksum: "sha-256:60927bdfe3d31a2138b92b7225d46a918f4f507a09a198ce3a1c84b849db875e",
  payload: {
    clientSessionId: id(20),
    clientRevision: 1,
    taskId: id(3),
    packageId: id(21),
    packageChecksum: SHA_256,
    startedAt: INSTANT,
  },
};

/** Fields that every online action on one task has. */
const ALONE = {
  deviceId: id(2),
  clientOperationId: "0198c0de-op-3",
  expectedTaskRevision: 1,
  metadata: METADATA,
};

/** Examples of named schemas that cannot be derived from their fields. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  SyncRequest: {
    deviceId: id(2),
    clientSentAt: "2026-01-05T08:00:05.000Z",
    outbox: { depth: 1, oldestRecordedAt: INSTANT, rejected: 0, conflicted: 0 },
    operations: [CHECKED_OPERATION],
  },
  WorkoutSessionBatch: {
    deviceId: id(2),
    clientBatchId: id(22),
    clientSentAt: "2026-01-05T08:00:05.000Z",
    operations: [SESSION_OPERATION],
  },
  OperationMetadata: METADATA,
  QuickLogAction: {
    deviceId: id(2),
    clientOperationId: "0198c0de-op-2",
    actionKind: "SKIP",
    scope: "TASK",
    payload: { reason: "TRAVEL" },
    expectedTaskRevision: 1,
    clientRecordedAt: INSTANT,
    metadata: METADATA,
  },
  RecordTaskValue: {
    ...ALONE,
    metricKind: "WATER",
    value: 300,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: INSTANT,
  },
  CompleteAllItems: { ...ALONE, confirmed: true, clientRecordedAt: INSTANT },
  TodaySyncRequest: {
    deviceId: id(2),
    clientSentAt: "2026-01-05T08:00:05.000Z",
    outbox: { depth: 1, oldestRecordedAt: INSTANT, rejected: 0, conflicted: 0 },
    operations: [CHECKED_OPERATION],
  },
  CompleteDailyTask: { ...ALONE, completedAt: INSTANT },
  SkipDailyTask: { ...ALONE, skippedAt: INSTANT, reason: "TRAVEL", note: "Back on Thursday" },
  QuietHours: { from: "22:00", until: "07:00" },
  CreateInvitation: { email: "mia@example.com" },
  AcceptMemberInvitation: { invitationToken: "9Xc4mQ…" },
  MemberRegistration: {
    displayName: "Mia Brandt",
    timezone: "Europe/Berlin",
    locale: "de-DE",
    termsVersion: "2026-01",
    privacyVersion: "2026-01",
    invitationToken: "9Xc4mQ…",
  },
  FindPerson: { email: "mia@example.com" },
  CreatePlan: {
    publish: true,
    content: {
      kind: "HABIT",
      title: "Two litres of water",
      instructions: "A glass before each meal.",
      recurrence: { rrule: "FREQ=DAILY" },
      dueTime: "20:00",
      metric: {
        metricKind: "WATER",
        unit: "ml",
        min: 0,
        max: 5000,
        target: 2000,
        mode: "ACCUMULATE",
      },
    },
  },
  SavePlanDraft: {
    expectedDraftRevision: 3,
    content: {
      kind: "MEAL",
      title: "Lunch on training days",
      recurrence: { rrule: "FREQ=WEEKLY;BYDAY=MO,WE,FR", exdates: ["2026-12-25"] },
      startTime: "11:30",
      dueTime: "13:30",
      items: [
        { itemKey: id(12), label: "Rice", amount: "150 g" },
        { label: "Chicken", amount: "200 g" },
      ],
    },
  },
  PublishPlan: { expectedDraftRevision: 4 },
  FormContent: {
    sections: [
      {
        sectionId: "week",
        title: "Your week",
        questions: [
          { kind: "NUMBER", questionId: "sleep", label: "Hours of sleep", min: 0, max: 24 },
          { kind: "TEXT", questionId: "goal", label: "What comes next?", required: true },
        ],
      },
    ],
  },
};
