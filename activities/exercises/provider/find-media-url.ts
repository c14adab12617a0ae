/** Keys that hold media in an answer of the provider. */
const MEDIA_KEY = /(?:url|thumbnail)/i;

/** Whether an answer holds the address of any media, wherever in it: metadata were asked for, and nothing else. */
export function holdsMediaUrl(value: unknown, key = ""): boolean {
  if (typeof value === "string") {
    return MEDIA_KEY.test(key) ? value !== "" : /^https?:\S*[?&](?:token|expires)=/i.test(value);
  }
  if (Array.isArray(value)) return value.some((entry: unknown) => holdsMediaUrl(entry, key));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, entry]) =>
    name === "upgradeUrl" ? false : holdsMediaUrl(entry, MEDIA_KEY.test(key) ? key : name),
  );
}
