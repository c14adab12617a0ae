import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { EXPORT_FORMAT, type ExportSection } from "./export-vocabulary.ts";

// Plain text instead of codes: readers of the file do not know our vocabularies.
const text = z.string();
const texts = z.array(text);
const maybe = text.nullable();
const day = z.iso.date();
const moment = instantSchema.nullable();
const id = idSchema;
const relationshipId = idSchema;
/** Content of a form, a plan or a phone, as stored. */
const content = z.record(text, z.unknown());

/** One entry of each list (docs/personal-data.md#what-an-export-holds). */
const facts = {
  account: {
    id,
    displayName: text,
    primaryEmail: maybe,
    primaryPhone: maybe,
    status: text,
    roles: texts,
    createdAt: instantSchema,
  },
  clientProfile: {
    id,
    displayName: text,
    birthDate: day.nullable(),
    heightCm: z.int().nullable(),
    goal: maybe,
    timezone: text,
    locale: text,
    onboardingStatus: text,
    privacySettings: content,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  },
  coachProfile: {
    id,
    publicHandle: maybe,
    bio: maybe,
    timezone: text,
    locale: text,
    onboardingStatus: text,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  },
  signIns: {
    id,
    provider: text,
    subject: text,
    emailVerified: z.boolean(),
    phoneVerified: z.boolean(),
    createdAt: instantSchema,
    lastLoginAt: moment,
    unlinkedAt: moment,
  },
  sessions: {
    id,
    surface: text,
    appVersion: maybe,
    network: maybe,
    startedAt: instantSchema,
    lastSeenAt: instantSchema,
    revokedAt: moment,
    revokedFor: maybe,
  },
  devices: {
    id,
    platform: text,
    osVersion: text,
    model: maybe,
    appVersion: text,
    status: text,
    createdAt: instantSchema,
    revokedAt: moment,
  },
  consents: { id, termsVersion: text, privacyVersion: text, acceptedAt: instantSchema },
  notificationSettings: {
    id,
    mutedCategories: texts,
    pushEnabled: z.boolean(),
    mailEnabled: z.boolean(),
    quietFromMinute: z.int().nullable(),
    quietUntilMinute: z.int().nullable(),
    updatedAt: instantSchema,
  },
  notifications: {
    id,
    category: text,
    outcome: text,
    reason: text,
    channels: texts,
    localDate: day.nullable(),
    decidedAt: instantSchema,
  },
  workspaces: {
    id,
    workspace: text,
    role: text,
    status: text,
    joinedAt: instantSchema,
    endedAt: moment,
  },
  relationships: {
    id,
    workspace: text,
    status: text,
    timezone: text,
    startedAt: instantSchema,
    pausedAt: moment,
    endedAt: moment,
  },
  relationshipReasons: {
    id,
    relationshipId,
    fromStatus: text,
    toStatus: text,
    reason: text,
    occurredAt: instantSchema,
  },
  onboardingTasks: {
    id,
    relationshipId,
    taskType: text,
    status: text,
    openedAt: moment,
    skippedAt: moment,
    completedAt: moment,
    said: content.describe("Comment on it, e.g. why it was skipped."),
  },
  formAnswers: { id, relationshipId, answers: content, submittedAt: instantSchema },
  formDrafts: { id, relationshipId, answers: content, savedAt: instantSchema },
  agendaTasks: {
    id,
    relationshipId,
    localDate: day,
    timezone: text,
    taskKind: text,
    status: text,
    snapshot: z.unknown(),
    completionSummary: z.unknown(),
    snoozedUntil: moment,
    completedAt: moment,
    changedAt: instantSchema,
  },
  agendaItems: {
    id,
    taskId: idSchema,
    localDate: day,
    itemKind: text,
    label: text,
    amount: z.unknown(),
    inputValues: z.unknown(),
    status: text,
    completedAt: moment,
    skippedAt: moment,
  },
  quickLog: {
    id,
    relationshipId,
    taskId: idSchema.nullable(),
    itemId: idSchema.nullable(),
    undoesReceiptId: idSchema.nullable(),
    localDate: day,
    clientRecordedAt: instantSchema,
    recordedAt: moment,
    actionKind: text,
    status: text,
    reason: maybe,
    note: maybe,
    numericValue: z.union([z.number(), text]).nullable(),
    textValue: maybe,
    booleanValue: z.boolean().nullable(),
    metricKind: maybe,
    unit: maybe,
    sourceType: maybe,
    sourceDevice: maybe,
    userEntered: z.boolean().nullable(),
  },
  workouts: {
    id,
    relationshipId,
    taskId: idSchema,
    localDate: day,
    status: text,
    startedAt: moment,
    finishedAt: moment,
    acceptedAt: moment,
    reviewedAt: moment,
    content,
  },
  workoutConflicts: {
    id,
    relationshipId,
    kind: text,
    openedAt: instantSchema,
    resolvedAt: moment,
    resolution: maybe,
    content: content.nullable(),
  },
  media: {
    id,
    relationshipId,
    contentType: text,
    sizeBytes: z.int(),
    contentHash: text,
    status: text,
    createdAt: instantSchema,
  },
} as const satisfies Record<ExportSection, z.core.$ZodShape>;

const listed = Object.entries(facts).map(([section, shape]) => [
  section,
  z.array(z.strictObject(shape)),
]);

/** The export document, as saved. */
export const exportFileSchema = z
  .strictObject({
    format: z.literal(EXPORT_FORMAT),
    readyAt: instantSchema,
    ...z.record(z.string(), z.custom<z.ZodArray>()).parse(Object.fromEntries(listed)),
  })
  .meta({
    id: "AccountExportFile",
    description:
      "Everything stored about a person, as one list per kind of fact. The number of `format` changes when the file has to be read differently; new lists and fields keep the number.",
  });
