/**
 * The network part of a client address. A person recognizes the place, but nobody can locate a house. IPv4 is shown as
 * `203.0.*.*`; IPv6 as `2001:db8:*`, whose network part is the first 64 bits. Null for any other text.
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

const IPV4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}$/i;
