/** A text that a person typed and has not sent, with the keys of the tries to send it. */
export interface UnsentRecord {
  readonly text: string;
  /** The last try of each step of the act: one, unless an act takes several requests. */
  readonly tries: Readonly<Record<string, SentTry>>;
}

/** A try whose answer may be lost. Its content is what was sent, as JSON. */
export interface SentTry {
  readonly content: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
}

export const EMPTY_RECORD: UnsentRecord = { text: "", tries: {} };

/**
 * The record after a try to send `content`, and the key of that try: the same for each repetition, another one once the
 * content changes.
 */
export function withTry(
  record: UnsentRecord,
  {
    step,
    content,
    newKey,
  }: { readonly step: string; readonly content: unknown; readonly newKey: string },
): { readonly record: UnsentRecord; readonly key: string } {
  const written = JSON.stringify(content) ?? "";
  const last = record.tries[step];
  if (last?.content === written) return { record, key: last.key };
  const made = { content: written, key: newKey };
  return { record: { ...record, tries: { ...record.tries, [step]: made } }, key: newKey };
}

/** The record of an opened text; null if another version wrote it in another form. */
export function recordOf(opened: string): UnsentRecord | null {
  try {
    const found: unknown = JSON.parse(opened);
    return isRecord(found) ? found : null;
  } catch {
    return null;
  }
}

function isRecord(found: unknown): found is UnsentRecord {
  if (typeof found !== "object" || found === null) return false;
  if (!("text" in found && "tries" in found)) return false;
  const { text, tries } = found;
  if (typeof text !== "string" || typeof tries !== "object" || tries === null) return false;
  return Object.values(tries).every(isTry);
}

function isTry(found: unknown): found is SentTry {
  if (typeof found !== "object" || found === null) return false;
  return "content" in found && "key" in found && typeof found.key === "string";
}
