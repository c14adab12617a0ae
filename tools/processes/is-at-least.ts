/** True if a version such as `1.30.3` is the given one or later; a suffix after a hyphen is ignored. */
export function isAtLeast(version: string, least: string): boolean {
  const [parts, leastParts] = [partsOf(version), partsOf(least)];
  const first = leastParts.findIndex((part, index) => part !== (parts[index] ?? 0));
  return first === -1 || (parts[first] ?? 0) > (leastParts[first] ?? 0);
}

const partsOf = (version: string) => version.split("-", 1).join("").split(".").map(Number);
