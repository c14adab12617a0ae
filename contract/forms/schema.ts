import * as z from "zod";
import { idSchema, instantSchema, lineSchema, pageQuerySchema, pageSchema } from "../wire.ts";
import { answersSchema, formContentSchema } from "./content-schema.ts";
import { ANSWER_FAULTS, CONTENT_FAULTS, FORM_LIMITS, FORM_STATUSES } from "./vocabulary.ts";

const draftShape = { title: lineSchema(FORM_LIMITS.lineLength), content: formContentSchema };

/** A form to be made; what it asks may still be faulty, it is judged when it is published. */
export const createFormSchema = z.strictObject(draftShape);

/** The draft as read before, by its revision: who saves over another's changes is told. */
const expectedRevisionSchema = z.int().min(1);

/** The whole draft, anew. */
export const saveFormDraftSchema = z.strictObject({
  ...draftShape,
  expectedRevision: expectedRevisionSchema,
});

/** What is published is the draft of this revision. */
export const publishFormSchema = z.strictObject({ expectedRevision: expectedRevisionSchema });

export const previewFormSchema = z.strictObject({ answers: answersSchema });

export const listFormsQuerySchema = pageQuerySchema.extend({
  status: z.enum(FORM_STATUSES).optional(),
});

const summaryShape = {
  formId: idSchema,
  workspaceId: idSchema,
  title: z.string(),
  status: z.enum(FORM_STATUSES),
  /** Clients get it when they register, unless their invitation names another. */
  isWorkspaceDefault: z.boolean(),
  /** Counts the changes of the draft. */
  revision: z.int(),
  /** 0 before the first. */
  latestVersion: z.int(),
  latestFormVersionId: idSchema.nullable(),
  hasUnpublishedChanges: z.boolean(),
  /** Null for the questionnaire that the workspace began with. */
  createdByUserId: idSchema.nullable(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  archivedAt: instantSchema.nullable(),
};

const formSummarySchema = z.strictObject(summaryShape);
export type FormSummary = z.output<typeof formSummarySchema>;

export const formPageSchema = pageSchema(formSummarySchema);

const publishedShape = {
  formVersionId: idSchema,
  version: z.int(),
  title: z.string(),
  publishedByUserId: idSchema.nullable(),
  publishedAt: instantSchema,
};

/** A form with its draft; of its versions the newest. */
export const formSchema = z.strictObject({
  ...summaryShape,
  content: formContentSchema,
  versions: z.array(z.strictObject(publishedShape)).max(FORM_LIMITS.versionsListed),
});
export type FormAnswer = z.output<typeof formSchema>;

/** A version, as clients are asked to fill it in; it never changes. */
export const formVersionSchema = z.strictObject({
  ...publishedShape,
  formId: idSchema,
  content: formContentSchema,
});
export type FormVersionAnswer = z.output<typeof formVersionSchema>;

/** The draft as a client would meet it with these answers. */
export const formPreviewSchema = z.strictObject({
  revision: z.int(),
  shownQuestionIds: z.array(z.string()),
  /** Why these answers would not be accepted as a submission. */
  answerFaults: z.array(z.strictObject({ questionId: z.string(), code: z.enum(ANSWER_FAULTS) })),
  /** What keeps the draft from being published; pointers as in the body that saves it. */
  contentFaults: z.array(z.strictObject({ pointer: z.string(), code: z.enum(CONTENT_FAULTS) })),
});
export type FormPreview = z.output<typeof formPreviewSchema>;
