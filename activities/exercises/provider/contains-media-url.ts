/** True if an answer contains a media address anywhere, although only metadata were requested. */
export function containsMediaUrl(value: unknown, key = ""): boolean {
  if (typeof value === "string") {
    return MEDIA_KEY.test(key) ? value !== "" : /^https?:\S*[?&](?:token|expires)=/i.test(value);
  }
  if (Array.isArray(value)) return value.some((entry: unknown) => containsMediaUrl(entry, key));
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, entry]) =>
    name === "upgradeUrl" ? false : containsMediaUrl(entry, MEDIA_KEY.test(key) ? key : name),
  );
}

/** Keys that contain media in an answer of the provider. */
const MEDIA_KEY = /(?:url|thumbnail)/i;
