/**
 * The handle of an invitation to join, with which the page behind the invitation's link goes on here. It leaves the
 * address at once; null without one (docs/rooms/invitations.md#join-handles).
 */
export function takeJoinHandle(): string | null {
  if (!location.hash.startsWith(MARK)) return null;
  const found = location.hash.slice(MARK.length);
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  return isJoinHandle(found) ? found : null;
}

const MARK = "#join=";

/** True for a text that may be a handle: only the API knows whether it is one. */
export const isJoinHandle = (text: unknown): text is string =>
  typeof text === "string" && /^[\w.-]{1,256}$/.test(text);
