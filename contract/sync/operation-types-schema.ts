import * as z from "zod";
import { uploadPurposeSchema } from "../media/schema.ts";
import { OPERATION_PRINCIPALS, SYNC_ENTITY_TYPES } from "./vocabulary.ts";

const attachmentRuleSchema = z
  .strictObject({
    purpose: uploadPurposeSchema,
    most: z.int(),
    takesPending: z
      .boolean()
      .describe("Accepted before its media are uploaded; otherwise it waits for them."),
  })
  .meta({
    id: "AttachmentRule",
    description: "Media of one purpose that may be attached to operations of a type.",
  });

export const operationTypeSchema = z
  .strictObject({
    operationType: z.string(),
    operationVersion: z.int(),
    principals: z.array(z.enum(OPERATION_PRINCIPALS)).describe("Who may send it."),
    requiresRevision: z.boolean().describe("Whether `expectedRevision` is required."),
    references: z
      .record(z.string(), z.enum(SYNC_ENTITY_TYPES))
      .describe(
        "Payload fields with an id, which may be `local:<localId>` of a record made by an earlier operation.",
      ),
    makes: z
      .enum(SYNC_ENTITY_TYPES)
      .nullable()
      .describe("Kind of the record that it makes under the `localId` of its payload."),
    attachments: z.array(attachmentRuleSchema),
    payloadSchema: z
      .record(z.string(), z.unknown())
      .describe("JSON Schema (2020-12) of the payload."),
  })
  .meta({
    id: "OperationType",
    description: "An operation type, in one version that is still accepted.",
  });
export type OperationTypeAnswer = z.output<typeof operationTypeSchema>;

export const operationTypesSchema = z
  .strictObject({ items: z.array(operationTypeSchema) })
  .meta({ id: "OperationTypes", description: "Every operation type, in each of its versions." });
