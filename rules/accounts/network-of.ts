const IPV4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/i;

/**
 * The first half of the address of a sender's network, by which a person may know a place and nobody finds a house:
 * `203.0.*.*` of an address of four numbers, of a longer one, whose network are its first 64 bits, `2001:db8:*`.
 * Null for what is no address.
 */
export function networkOf(address: string): string | null {
  const half = IPV4.exec(address)?.[1];
  if (half !== undefined) return `${half}.*.*`;
  const host = URL.parse(`http://[${address}]/`)?.hostname;
  if (host === undefined) return null;
  const [head = ""] = host.slice(1, -1).split("::", 1);
  const [first = "0", second = "0"] = head === "" ? [] : head.split(":");
  return `${first}:${second}:*`;
}
