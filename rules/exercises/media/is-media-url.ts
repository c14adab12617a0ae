/**
 * Whether a media URL may be handed to a phone (docs/rooms/exercises.md#signed-urls): https, a host of the provider's
 * record, no user name. A recorded host with a port belongs to a development machine; plain http is allowed there.
 *
 * @param hosts as the provider's record lists them: `cdn.example`, or `127.0.0.1:4455`.
 */
export function isMediaUrl(text: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (!hosts.includes(host)) return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(host));
}

/** A loopback address with a port. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\]):\d+$/;
