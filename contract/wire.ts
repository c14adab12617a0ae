import * as z from "zod";

/**
 * Identifier of a record: a UUID, version 7 if the server made it. Accepted in either case, compared and answered in
 * lower case.
 */
export const idSchema = z.uuid().toLowerCase();

const MILLISECONDS_LENGTH = "2026-01-05T08:00:00.000Z".length;

/** ISO 8601 has a year 0000, PostgreSQL does not. */
const isStorable = (text: string) => !text.startsWith("0000");

/**
 * Instant, RFC 3339 in UTC with milliseconds (docs/rooms/wire.md#instants). Finer input is truncated here, because
 * PostgreSQL would round it, up to a year 10000.
 */
export const instantSchema = z.iso
  .datetime()
  .refine(isStorable, { error: "There is no year 0" })
  .overwrite(toMilliseconds);

/** Calendar day `YYYY-MM-DD` in the zone of its relationship. */
export const localDateSchema = z.iso.date().refine(isStorable, { error: "There is no year 0" });

/** IANA time zone name, e.g. `Europe/Berlin`. */
export const timezoneSchema = z
  .string()
  .max(64)
  .refine(isTimezone, { error: "Not an IANA time zone" });

/** Several values of a query in one comma-separated parameter, because a parameter may occur only once. */
export const listOf = <Word extends string>(words: readonly Word[]) =>
  z
    .string()
    .max(500)
    .meta({
      description: `Separated by commas, of ${words.join(", ")}.`,
      examples: [words.slice(0, 2).join()],
    })
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(words)).max(words.length));

/** BCP 47 language tag, e.g. `de-CH`. */
export const localeSchema = z.string().max(35).refine(isLocale, { error: "Not a language tag" });

/**
 * A field that only describes its request, such as the zone of the sender. A malformed value is read as absent and
 * counted (docs/rooms/wire.md#envelopes). It is documented as a plain string, so that no generated client refuses it.
 */
export const describing = (schema: z.ZodString, description: string) =>
  schema
    .optional()
    .catch(undefined)
    .meta({
      description: `${description} A malformed value is read as absent.`,
      minLength: undefined,
      maxLength: undefined,
      pattern: undefined,
      default: undefined,
    });

/** Fields made by {@link describing}, and others that are dropped if they are malformed. */
export const DESCRIBING_FIELDS = ["appVersion", "diagnostics", "locale", "timezone"] as const;

/** The zone of a device that reads a client's days. */
export const deviceTimezoneSchema = describing(
  timezoneSchema,
  "IANA zone of the device, such as Europe/Berlin. Days are counted in the relationship's zone.",
);

/** One line of text as people type it: trimmed, not empty, no control characters. */
export const lineSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}]*$/u, { error: "Control characters are not allowed" });

/** Several lines of text: trimmed, may be empty, no control characters but line breaks and tabs. */
export const textSchema = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(/^(?:[^\p{Cc}]|[\n\r\t])*$/u, { error: "Control characters are not allowed" });

/** Longest text to search a list for, in characters. */
export const SEARCH_LENGTH = 100;

/** A text to search a list for. */
export const searchTextSchema = lineSchema(SEARCH_LENGTH);

/** Maximum length of a person's reason for an action, in characters. */
export const REASON_LENGTH = 500;

export const reasonBodySchema = z
  .strictObject({ reason: textSchema(REASON_LENGTH).optional() })
  .meta({
    id: "ReasonedAct",
    description: "The reason; if one is required, an absent or empty reason is REASON_REQUIRED.",
  });

/** Query part shared by all lists: `limit` 1..100, default 50, and an opaque cursor. */
export const pageQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(1024).optional(),
});

const PAGE =
  "One page of a list, with at most `limit` items; at the end of the list `nextCursor` is null.";

/**
 * Answer of a list: the items and the cursor of the next page, which is null at the end. Its schema is named after
 * the items.
 */
export const pageSchema = <Item extends z.ZodType>(item: Item) => {
  const page = z.strictObject({
    items: z.array(item),
    nextCursor: z.string().nullable().describe("Cursor of the next page; null at the end."),
  });
  const id = item.meta()?.id;
  return id === undefined ? page : page.meta({ id: `${id}Page`, description: PAGE });
};

/**
 * Zone names that ICU, and so `Intl`, knows in addition to those of IANA. Elsewhere they are unknown or mean another
 * zone: `BST` is Dhaka for ICU and London for PostgreSQL.
 */
const ICU_NAMES = new Set(
  (
    "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST " +
    "SST VST"
  ).split(" "),
);

/** Cache of valid zone names: every operation names its device's zone, and the check is slow. */
const knownZones = new Set<string>();
/** Every zone name in one spelling, and room for variants. */
const MOST_KNOWN_ZONES = 2_000;

/** A text that is not an instant is returned unchanged; the schema has already refused it. */
function toMilliseconds(text: string): string {
  const instant = text.length === MILLISECONDS_LENGTH ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? text : new Date(instant).toISOString();
}

function isTimezone(name: string): boolean {
  if (knownZones.has(name)) return true;
  const isZone = namesZone(name);
  if (isZone && knownZones.size < MOST_KNOWN_ZONES) knownZones.add(name);
  return isZone;
}

function namesZone(name: string): boolean {
  if (ICU_NAMES.has(name.toUpperCase()) || /^SystemV\//i.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return /^[A-Za-z]/.test(name) && timeZone !== "";
  } catch {
    return false;
  }
}

/** Cache of valid language tags, as for zones. */
const knownLocales = new Set<string>();
/** The common languages, and room for others. */
const MOST_KNOWN_LOCALES = 500;

function isLocale(tag: string): boolean {
  if (knownLocales.has(tag)) return true;
  const isTag = namesLocale(tag);
  if (isTag && knownLocales.size < MOST_KNOWN_LOCALES) knownLocales.add(tag);
  return isTag;
}

function namesLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
