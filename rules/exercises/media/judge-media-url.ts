/**
 * Whether an address of media may be handed to a phone (docs/rooms/exercises.md#signed-urls): https, one of the hosts
 * of the provider's record, and nobody's name in it. A host that the record names with a port is one of a
 * development machine: there plain http will do.
 *
 * @param hosts as the record has them: `cdn.example`, or `127.0.0.1:4455`.
 */
export function isMediaUrl(text: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (!hosts.includes(host)) return false;
  return protocol === "https:" || (protocol === "http:" && LOOPBACK.test(host));
}

/** A machine's own address, with a port. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\]):\d+$/;
