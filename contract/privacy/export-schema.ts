import * as z from "zod";
import { idSchema, instantSchema } from "../wire.ts";

export const accountExportSchema = z
  .strictObject({
    exportId: idSchema,
    status: z.enum(["WRITING", "READY"]),
    requestedAt: instantSchema,
    progress: z.strictObject({
      sectionsDone: z.int().min(0),
      sectionsTotal: z.int().min(1),
      facts: z.int().min(0).describe("Number of facts written."),
    }),
    readyAt: instantSchema.nullable(),
    link: z.url().nullable().describe("Where the same person can read it; null until it is ready."),
    expiresAt: instantSchema.nullable().describe("Until when it can be read; then it is deleted."),
  })
  .meta({
    id: "AccountExport",
    description: "An export of everything stored about the person, as a file.",
  });

export const exportParamsSchema = z.strictObject({ exportId: idSchema });
