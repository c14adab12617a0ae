import * as z from "zod";
import { FINAL_STATUSES, PLATFORMS, VERDICT_CODES } from "../sync/vocabulary.ts";
import { keysOf } from "../keys-of.ts";
import { idSchema, instantSchema } from "../wire.ts";
import { workoutIssueSchema } from "./issue-schema.ts";
import { SYNC_HEALTH_LIMITS, SYNC_MESSAGE_HINTS } from "./sync-health-vocabulary.ts";

const outboxSchema = z
  .strictObject({
    depth: z.int().describe("Entries that wait on the phone."),
    oldestAt: instantSchema.nullable().describe("When the oldest of them was made."),
    rejected: z.int().nullable().describe("Refused entries that still lie on the phone."),
    conflicted: z.int().nullable(),
    reportedAt: instantSchema,
  })
  .meta({ id: "ReportedOutbox", description: "The outbox as a phone last reported it." });

const refusedCodeSchema = z
  .strictObject({
    status: z.enum(FINAL_STATUSES).exclude(["ACCEPTED"]),
    code: z.enum(keysOf(VERDICT_CODES)),
    count: z.int(),
    latestAt: instantSchema,
  })
  .meta({
    id: "RefusedCode",
    description: "How many operations of a phone were refused, by code.",
  });

const planOnDeviceSchema = z
  .strictObject({
    planId: idSchema,
    revision: z.int().describe("In force when the phone last synced."),
    publishedAt: instantSchema,
    presentRevision: z.int().describe("In force for the client at present."),
  })
  .meta({
    id: "PlanOnDevice",
    description: "The revision of the client's program that a phone has, by its last sync.",
  });

const deviceHealthSchema = z
  .strictObject({
    deviceId: idSchema,
    name: z.string().nullable().describe("Model of the phone; null if the app named none."),
    platform: z.enum(PLATFORMS),
    appVersion: z.string(),
    buildNumber: z.int(),
    lastSyncAt: instantSchema.nullable(),
    outbox: outboxSchema.nullable().describe("Null if it reported none within 30 days."),
    refused: z
      .array(refusedCodeSchema)
      .describe(
        `Codes of its newest ${SYNC_HEALTH_LIMITS.refusals} refusals in this relationship, of the last ${SYNC_HEALTH_LIMITS.refusalDays} days.`,
      ),
    plan: planOnDeviceSchema
      .nullable()
      .describe("Null if the client follows no program, or followed none at the last sync."),
    clock: z
      .strictObject({
        offsetMs: z.int().describe("How far its clock is ahead of the server's."),
        readAt: instantSchema,
      })
      .nullable()
      .meta({ description: "Null if it never sent its time." }),
  })
  .meta({ id: "DeviceHealth", description: "A phone of a client: states and counts." });
export type DeviceHealth = z.output<typeof deviceHealthSchema>;

export const syncHealthSchema = z
  .strictObject({
    relationshipId: idSchema,
    devices: z
      .array(deviceHealthSchema)
      .describe(
        `Active phones of the client, at most ${SYNC_HEALTH_LIMITS.devices}, those that synced last first; none after the end of the relationship.`,
      ),
    issues: z
      .array(workoutIssueSchema)
      .describe(`Unresolved conflicts of workouts, at most ${SYNC_HEALTH_LIMITS.issues}.`),
    messageHint: z
      .enum(SYNC_MESSAGE_HINTS)
      .nullable()
      .describe("Suggested message to the client; null if there is none."),
  })
  .meta({
    id: "SyncHealth",
    description: "Whether a client's phones are in step with the server; never what they sent.",
  });
export type SyncHealth = z.output<typeof syncHealthSchema>;
