import * as z from "zod";
import {
  clientOperationIdSchema,
  expectedRevisionSchema,
  operationMetadataSchema,
  operationResultSchema,
} from "../sync/schema.ts";
import { idSchema, instantSchema, pageSchema } from "../wire.ts";
import { answersSchema, formContentSchema } from "./content-schema.ts";
import { FORM_ASSIGNMENT_STATUSES, FORM_SOURCES } from "./vocabulary.ts";

/** Path of a client's routes about one assignment. */
export const formAssignmentParamsSchema = z.strictObject({ formAssignmentId: idSchema });

export const formAssignmentSchema = z
  .strictObject({
    formAssignmentId: idSchema,
    formId: idSchema,
    formVersionId: idSchema,
    version: z.int(),
    title: z.string(),
    sourceType: z.enum(FORM_SOURCES),
    status: z.enum(FORM_ASSIGNMENT_STATUSES),
    revision: z.int(),
    dueAt: instantSchema.nullable(),
    assignedAt: instantSchema,
    updatedAt: instantSchema,
    submittedAt: instantSchema.nullable(),
    cancelledAt: instantSchema.nullable(),
    submissionId: idSchema.nullable().describe("Null until it is submitted."),
  })
  .meta({ id: "FormAssignment", description: "A form that was assigned to a client." });
export type FormAssignmentAnswer = z.output<typeof formAssignmentSchema>;

export const formAssignmentPageSchema = pageSchema(formAssignmentSchema);

export const ownFormAssignmentSchema = formAssignmentSchema
  .extend({
    content: formContentSchema,
    answers: answersSchema.describe(
      "The draft while the assignment is open; after that, the submitted answers.",
    ),
    draftSavedAt: instantSchema.nullable(),
    canSave: z.boolean().describe("The form is open and the relationship is not paused."),
  })
  .meta({ id: "OwnFormAssignment", description: "An assignment, as its client fills it in." });
export type OwnFormAssignment = z.output<typeof ownFormAssignmentSchema>;

/**
 * Answers as sent. `z.record` silently drops the name `__proto__`, so answers with it are refused: nothing that a
 * client sends is dropped silently.
 */
const sentAnswersSchema = z.preprocess(
  (sent) => (hasOwnProto(sent) ? undefined : sent),
  answersSchema,
);

function hasOwnProto(sent: unknown): boolean {
  return typeof sent === "object" && sent !== null && Object.hasOwn(sent, "__proto__");
}

export const submitFormSchema = z
  .strictObject({
    answers: sentAnswersSchema,
    taskId: idSchema
      .optional()
      .describe(
        "The check-in that the submission completes; by default the newest open one with this form.",
      ),
    clientRecordedAt: instantSchema
      .optional()
      .describe("When it was filled in, by the device's clock; by default the time of receipt."),
    clientSentAt: instantSchema
      .optional()
      .describe(
        "When the request was sent, by the device's clock; used to measure that clock, as in a batch.",
      ),
  })
  .meta({ id: "SubmitForm", description: "Final answers by question id." });

export const submittedFormSchema = z
  .strictObject({
    formSubmissionId: idSchema,
    formAssignmentId: idSchema,
    formVersionId: idSchema,
    status: z.enum(FORM_ASSIGNMENT_STATUSES),
    revision: z.int(),
    submittedAt: instantSchema,
  })
  .meta({
    id: "SubmittedForm",
    description:
      "Confirmation of a submission. The answers are never repeated here; read them from the assignment.",
  });
export type SubmittedForm = z.output<typeof submittedFormSchema>;

export const saveDraftPayloadSchema = z
  .strictObject({
    formAssignmentId: idSchema,
    answers: sentAnswersSchema,
  })
  .meta({
    id: "SaveDraftPayload",
    description: "Payload of the operation `form.save-draft`, version 1: the whole draft.",
  });
export type SaveDraft = z.output<typeof saveDraftPayloadSchema>;

export const saveDraftSchema = z
  .strictObject({
    deviceId: idSchema,
    clientOperationId: clientOperationIdSchema,
    answers: z.record(z.string(), z.unknown()),
    expectedRevision: expectedRevisionSchema,
    clientRecordedAt: instantSchema,
    clientSentAt: instantSchema
      .optional()
      .describe(
        "When the request was sent, by the device's clock; used to measure that clock, as in a batch.",
      ),
    metadata: operationMetadataSchema.optional(),
  })
  .meta({
    id: "SaveDraft",
    description:
      "Body of saving a draft online. The server adds the path's id to the answers and computes the checksum, so the fingerprint is that of the queued operation. The answers are validated like that operation's.",
  });

export const savedDraftSchema = z
  .strictObject({
    receipt: operationResultSchema,
    formAssignment: formAssignmentSchema.nullable(),
  })
  .meta({
    id: "SavedDraft",
    description: "Result of saving a draft: its receipt, and the assignment.",
  });

export const assignFormSchema = z
  .strictObject({
    formVersionId: idSchema,
    dueAt: instantSchema.nullable().default(null),
  })
  .meta({ id: "AssignForm", description: "Body of assigning a form." });

export const coachFormAssignmentSchema = formAssignmentSchema
  .extend({
    relationshipId: idSchema,
    assignedByUserId: idSchema.nullable().describe("Null when the system assigned it."),
  })
  .meta({
    id: "CoachFormAssignment",
    description: "An assignment as a coach sees it: its progress, never the draft.",
  });
export type CoachFormAssignment = z.output<typeof coachFormAssignmentSchema>;

export const coachFormAssignmentPageSchema = pageSchema(coachFormAssignmentSchema);

export const formSubmissionSchema = z
  .strictObject({
    formSubmissionId: idSchema,
    formAssignmentId: idSchema,
    relationshipId: idSchema,
    formId: idSchema,
    formVersionId: idSchema,
    version: z.int(),
    title: z.string(),
    sourceType: z.enum(FORM_SOURCES),
    submittedByUserId: idSchema,
    submittedAt: instantSchema,
    content: formContentSchema,
    answers: answersSchema,
    withheldQuestionIds: z
      .array(z.string())
      .describe(
        "Questions about a field that the client hides from coaches; `answers` has none of them.",
      ),
  })
  .meta({ id: "FormSubmission", description: "A client's submission, with the questions." });
export type FormSubmissionAnswer = z.output<typeof formSubmissionSchema>;
