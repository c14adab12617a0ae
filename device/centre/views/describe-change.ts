import type { ChangeAuthor, ChangedField } from "../texts/types.ts";
import type { CentreEntry, EntryChange } from "../types.ts";
import type { Spoken } from "./spoken.ts";

/**
 * Describes the change since the entry was made: the change, its author, and whether the entry still fits. Null if
 * nothing is known.
 */
export function describeChange(spoken: Spoken, entry: ChangedEntry): string | null {
  const { changed } = entry;
  if (changed === null) return null;
  const { phrases, written } = spoken;
  const author = authorOf(changed.by, entry.operationType);
  const time = changed.at === null ? "" : ` (${written.time(changed.at)})`;
  const isKnown = changed.fields.length > 0 || changed.by !== null;
  const who = isKnown
    ? [phrases.changed.by[author]({ what: fieldsIn(spoken, changed.fields), time })]
    : [];
  return [...who, fitOf(spoken, changed)].join(" ");
}

/** The fields of an entry that say what changed. */
export type ChangedEntry = Pick<CentreEntry, "changed" | "operationType">;

/** Only a coach reviews days and works in the inbox: there, the client is the other person. */
function authorOf(by: string | null, operationType: string): ChangeAuthor {
  const isCoach = operationType.startsWith("inbox.") || operationType.startsWith("day.");
  switch (by) {
    case "CLIENT":
      return isCoach ? "CLIENT" : "SELF";
    case "COACH":
      return isCoach ? "SELF" : "COACH";
    case "SYSTEM":
      return "SYSTEM";
    default:
      return "UNKNOWN";
  }
}

/** Names of the changed fields, each once: `its title, its items and its value`. */
function fieldsIn({ phrases }: Spoken, fields: readonly string[]): string {
  const { fields: names, and } = phrases.changed;
  const known = [...new Set(fields.map((field) => names[fieldOf(field, names)]))];
  const last = known.pop() ?? names.content;
  return known.length === 0 ? last : `${known.join(", ")} ${and} ${last}`;
}

/** A changed item is listed as `items/<id>`. */
function fieldOf(field: string, names: Readonly<Record<ChangedField, string>>): ChangedField {
  const [name = ""] = field.split("/");
  return isNamed(name, names) ? name : "content";
}

function isNamed(
  name: string,
  names: Readonly<Record<ChangedField, string>>,
): name is ChangedField {
  return Object.hasOwn(names, name);
}

function fitOf({ phrases }: Spoken, { isRead, rebaseable, isReplaced }: EntryChange): string {
  const { fits, replaced, check, readFirst } = phrases.changed;
  if (!isRead) return readFirst;
  if (rebaseable) return fits;
  return isReplaced ? replaced : check;
}
