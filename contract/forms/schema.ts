import * as z from "zod";
import {
  idSchema,
  instantSchema,
  lineSchema,
  pageQuerySchema,
  pageSchema,
  searchTextSchema,
} from "../wire.ts";
import { answersSchema, formContentSchema } from "./content-schema.ts";
import {
  ANSWER_FAULTS,
  CONTENT_FAULTS,
  FORM_KINDS,
  FORM_LIMITS,
  FORM_STATUSES,
} from "./vocabulary.ts";

const draftShape = { title: lineSchema(FORM_LIMITS.lineLength), content: formContentSchema };

export const createFormSchema = z.strictObject(draftShape).meta({
  id: "CreateForm",
  description: "A new form. Its questions may still have faults; publishing validates them.",
});

/** Revision of the draft that was read. It prevents overwriting somebody else's changes. */
const expectedRevisionSchema = z.int().min(1);

export const saveFormDraftSchema = z
  .strictObject({
    ...draftShape,
    expectedRevision: expectedRevisionSchema,
  })
  .meta({
    id: "SaveFormDraft",
    description: "The whole new draft, which replaces the one of `expectedRevision`.",
  });

export const publishFormSchema = z
  .strictObject({ expectedRevision: expectedRevisionSchema })
  .meta({ id: "PublishForm", description: "Publishes the draft of this revision." });

export const previewFormSchema = z
  .strictObject({ answers: answersSchema })
  .meta({ id: "PreviewForm", description: "Answers to try a form with; nothing is stored." });

export const listFormsQuerySchema = pageQuerySchema.extend({
  status: z.enum(FORM_STATUSES).optional(),
  kind: z.enum(FORM_KINDS).optional(),
  q: searchTextSchema.optional().describe("Part of the title, in upper or lower case."),
});

const summaryShape = {
  formId: idSchema,
  workspaceId: idSchema,
  title: z.string(),
  status: z.enum(FORM_STATUSES),
  isWorkspaceDefault: z
    .boolean()
    .describe("Clients get this form when they register, unless their invitation names another."),
  revision: z.int().describe("Number of changes of the draft."),
  latestVersion: z.int().describe("0 before the first version."),
  latestFormVersionId: idSchema.nullable(),
  hasUnpublishedChanges: z.boolean(),
  createdByUserId: idSchema
    .nullable()
    .describe("Null for the questionnaire that came with the workspace."),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  archivedAt: instantSchema.nullable(),
};

const formSummarySchema = z.strictObject(summaryShape).meta({
  id: "FormSummary",
  description: "A form in the list of its workspace, without its questions.",
});
export type FormSummary = z.output<typeof formSummarySchema>;

export const formPageSchema = pageSchema(formSummarySchema);

const publishedShape = {
  formVersionId: idSchema,
  version: z.int(),
  title: z.string(),
  publishedByUserId: idSchema.nullable(),
  publishedAt: instantSchema,
};

export const formSchema = z
  .strictObject({
    ...summaryShape,
    content: formContentSchema,
    versions: z.array(z.strictObject(publishedShape)).max(FORM_LIMITS.versionsListed),
  })
  .meta({ id: "Form", description: "A form with its draft and its newest versions." });
export type FormAnswer = z.output<typeof formSchema>;

export const formVersionSchema = z
  .strictObject({
    ...publishedShape,
    formId: idSchema,
    content: formContentSchema,
  })
  .meta({
    id: "FormVersion",
    description: "A published version of a form; it never changes.",
  });
export type FormVersionAnswer = z.output<typeof formVersionSchema>;

export const formPreviewSchema = z
  .strictObject({
    revision: z.int(),
    shownQuestionIds: z.array(z.string()),
    answerFaults: z
      .array(z.strictObject({ questionId: z.string(), code: z.enum(ANSWER_FAULTS) }))
      .describe("Why a submission of these answers would be refused."),
    contentFaults: z
      .array(z.strictObject({ pointer: z.string(), code: z.enum(CONTENT_FAULTS) }))
      .describe(
        "What prevents the draft from being published; pointers refer to the body that saves it.",
      ),
  })
  .meta({
    id: "FormPreview",
    description: "The draft as a client would see it with these answers.",
  });
export type FormPreview = z.output<typeof formPreviewSchema>;
