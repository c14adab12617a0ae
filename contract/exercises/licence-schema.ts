import * as z from "zod";
import { instantSchema, pageSchema, REASON_LENGTH, textSchema } from "../wire.ts";
import { IMAGE_WIDTHS, LICENCE_VERDICTS } from "./image-vocabulary.ts";
import { librarySourceSchema } from "./library-schema.ts";

const verdict = z.enum(LICENCE_VERDICTS);

/** A source of pictures, as administrators see it. */
export const licenceSourceSchema = z
  .strictObject({
    ...librarySourceSchema.shape,
    verdict,
    revision: z.int().min(1),
    imageCount: z.int().min(0),
    decidedAt: instantSchema.nullable(),
    reason: z
      .string()
      .nullable()
      .describe("Reason of the newest decision; null while there is none."),
  })
  .meta({ id: "LicenceSource", description: "A source of pictures, and the decision about it." });
export const licenceSourcesSchema = pageSchema(licenceSourceSchema);
export type LicenceSourceView = z.infer<typeof licenceSourceSchema>;

/** A decision about a source. */
export const decideLicenceSchema = z
  .strictObject({
    sourceKey: librarySourceSchema.shape.key,
    verdict,
    reason: textSchema(REASON_LENGTH).min(1),
    expectedRevision: z.int().min(1).describe("Revision of the source that was seen."),
  })
  .meta({ id: "LicenceVerdict", description: "Whether pictures of a source may be shown." });

/** Attributions to show wherever pictures are shown: one line per source that is shown. */
export const attributionSchema = z
  .strictObject({
    key: z.string(),
    name: z.string(),
    licence: z.string(),
    licenceUrl: z.string().nullable(),
    homeUrl: z.string().nullable(),
    attribution: z.string(),
    imageCount: z.int().min(1),
  })
  .meta({ id: "Attribution", description: "Text that has to be shown with the pictures." });
export const attributionsSchema = pageSchema(attributionSchema);

/** A picture in one of its widths. */
export const imageParamsSchema = z.strictObject({
  assetId: z.uuid().toLowerCase(),
  width: z.enum(IMAGE_WIDTHS.map(String)),
});
