import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";
import { OUTSIDE_EVENTS, SEVERITIES } from "./vocabulary.ts";

/** An event of another system for the inbox: ids, codes and instants only, no text that a person wrote. */
export const sourceEventSchema = z
  .strictObject({
    source: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,59}$/)
      .describe("The system that sends the event, e.g. `messaging`."),
    eventId: idSchema.describe("Id of the event; a repeated one gets the same answer."),
    type: z.enum(OUTSIDE_EVENTS),
    workspaceId: idSchema,
    relationshipId: idSchema,
    subjectId: idSchema.describe("Subject of the event, e.g. a conversation."),
    occurredAt: instantSchema,
    severity: z.enum(SEVERITIES).optional(),
    dueAt: instantSchema.optional().describe("Within the next 90 days."),
  })
  .meta({ id: "SourceEvent", description: "An event in another system that may need a coach." });
export type SourceEventBody = z.output<typeof sourceEventSchema>;

/** Effect of an event on the inbox. */
export const SOURCE_EVENT_OUTCOMES = ["OPENED", "REFRESHED", "RESOLVED", "IGNORED"] as const;
export type SourceEventOutcome = (typeof SOURCE_EVENT_OUTCOMES)[number];

export const sourceEventAnswerSchema = z
  .strictObject({
    taskId: idSchema.nullable(),
    outcome: z.enum(SOURCE_EVENT_OUTCOMES),
  })
  .meta({ id: "SourceEventAnswer", description: "Effect of an event on the inbox." });
export type SourceEventAnswer = z.output<typeof sourceEventAnswerSchema>;
