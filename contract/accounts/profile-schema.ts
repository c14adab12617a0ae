import * as z from "zod";
import { publicHandleSchema } from "./public-handle-schema.ts";
import { nameSchema } from "./schema.ts";
import { instantSchema, localeSchema, textSchema, timezoneSchema } from "../wire.ts";

/** A text that is null or not empty. */
export const optionalTextSchema = (maxLength: number) =>
  textSchema(maxLength)
    .transform((text) => (text === "" ? null : text))
    .nullable();

export const changeCoachProfileSchema = z
  .strictObject({
    displayName: nameSchema.optional(),
    publicHandle: publicHandleSchema.nullable().optional(),
    bio: optionalTextSchema(2000).optional(),
    timezone: timezoneSchema.optional(),
    locale: localeSchema.optional(),
  })
  .refine(hasSomething, { error: "Name at least one field" })
  .meta({
    id: "ChangeCoachProfile",
    description:
      "The fields to change; at least one. A `publicHandle` of null gives the handle up.",
  });
export type ChangeCoachProfile = z.output<typeof changeCoachProfileSchema>;

export const ownCoachProfileSchema = z
  .strictObject({
    displayName: z.string(),
    publicHandle: z.string().nullable(),
    bio: z.string().nullable(),
    timezone: z.string(),
    locale: z.string(),
    updatedAt: instantSchema,
  })
  .meta({
    id: "OwnCoachProfile",
    description:
      "The coach's own profile after the change; `publicHandle` and `bio` are null until they are set.",
  });

function hasSomething(changes: Readonly<Record<string, unknown>>): boolean {
  return Object.values(changes).some((value) => value !== undefined);
}
