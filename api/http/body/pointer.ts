/** RFC 6901 pointer of a path; names longer than {@link MAX_QUOTED_NAME} characters are truncated. */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => `/${quoted(String(part)).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

/** Maximum quoted length of a name: a thousand faults under one very long name stay small. */
const MAX_QUOTED_NAME = 64;

function quoted(name: string): string {
  if (name.length <= MAX_QUOTED_NAME) return name;
  return `${name.slice(0, MAX_QUOTED_NAME).toWellFormed()}…`;
}
