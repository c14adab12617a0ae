import * as z from "zod";
import { uploadPurposeSchema } from "../media/schema.ts";
import { OPERATION_PRINCIPALS, SYNC_ENTITY_TYPES } from "./vocabulary.ts";

const attachmentRuleSchema = z
  .strictObject({
    purpose: uploadPurposeSchema,
    most: z.int(),
    takesPending: z
      .boolean()
      .describe("Accepted before its media are there; otherwise it waits for them."),
  })
  .meta({
    id: "AttachmentRule",
    description: "Media of one purpose that operations of a type may take along.",
  });

export const operationTypeSchema = z
  .strictObject({
    operationType: z.string(),
    operationVersion: z.int(),
    principals: z.array(z.enum(OPERATION_PRINCIPALS)).describe("Who may send it."),
    requiresRevision: z.boolean().describe("Whether `expectedRevision` has to be there."),
    references: z
      .record(z.string(), z.enum(SYNC_ENTITY_TYPES))
      .describe(
        "Fields of the payload that hold an id, and may hold `local:<localId>` of something an earlier operation makes.",
      ),
    makes: z
      .enum(SYNC_ENTITY_TYPES)
      .nullable()
      .describe("Kind of the record it makes under the `localId` of its payload."),
    attachments: z.array(attachmentRuleSchema),
    payloadSchema: z
      .record(z.string(), z.unknown())
      .describe("JSON Schema (2020-12) of the payload."),
  })
  .meta({
    id: "OperationType",
    description: "A type of operation in one version that is still taken.",
  });
export type OperationTypeAnswer = z.output<typeof operationTypeSchema>;

export const operationTypesSchema = z
  .strictObject({ items: z.array(operationTypeSchema) })
  .meta({ id: "OperationTypes", description: "Every type of operation, in each of its versions." });
