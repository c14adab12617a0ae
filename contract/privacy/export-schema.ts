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
      facts: z.int().min(0).describe("How many are written."),
    }),
    readyAt: instantSchema.nullable(),
    link: z
      .url()
      .nullable()
      .describe("Where it is read, by the same person; null until it is ready."),
    expiresAt: instantSchema
      .nullable()
      .describe("Until then it can be read; afterwards it is gone."),
  })
  .meta({ id: "AccountExport", description: "Everything that is kept of its person, as a file." });

export const exportParamsSchema = z.strictObject({ exportId: idSchema });
