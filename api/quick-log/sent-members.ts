/**
 * Some members of a body exactly as sent. The schema's output, e.g. an instant in milliseconds or a trimmed text,
 * would have another checksum than the same payload in a queue (docs/rooms/quick-log.md#operations).
 *
 * @param body an object that a schema has already validated.
 */
export function sentMembers(
  body: unknown,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const sent = typeof body === "object" && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(sent.filter(([name]) => names.includes(name)));
}
