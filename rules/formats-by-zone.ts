/** Returns the formatter of a zone, or null if the zone is unknown. */
export type FormatOfZone = (timezone: string) => Intl.DateTimeFormat | null;

/** Every zone name in one spelling, and room for aliases. */
const MOST_FORMATS = 1_000;

/** A formatter with the same layout for each zone. Cached: creating one takes 0.2 ms, using it 2 µs. */
export function formatsByZone(locale: string, layout: Intl.DateTimeFormatOptions): FormatOfZone {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timezone) => {
    const known = formats.get(timezone);
    if (known !== undefined) return known;
    const format = createFormat(locale, { ...layout, timeZone: timezone });
    if (format === null) return null;
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(timezone, format);
    return format;
  };
}

function createFormat(
  locale: string,
  layout: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(locale, layout);
  } catch {
    return null;
  }
}
