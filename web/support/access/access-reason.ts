import { MAX_REASON_LENGTH } from "../../../contract/accounts/support-vocabulary.ts";

/** The reason that counts for a subject now; null if it must be typed. */
export function reasonInForce(
  { kept, belongs }: AccessReasons,
  subject: Subject,
  now: number,
): KeptReason | null {
  if (kept === null || personOf(belongs, subject) !== kept.subject) return null;
  const age = now - kept.givenAt;
  // A clock that was set back would let a reason count for longer.
  return age >= 0 && age < REASON_MS ? kept : null;
}

/** How long a reason counts. */
export const REASON_MS = 30 * 60_000;

/** Known reasons, in memory only. At most one counts, so each person needs a newly typed one. */
export interface AccessReasons {
  readonly kept: KeptReason | null;
  /** Records the owner of a subject once a look has found them, such as the person of a device. */
  readonly belongs: ReadonlyMap<Subject, Subject>;
}

export interface KeptReason {
  readonly subject: Subject;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly givenAt: number;
}

/** Whom or what a reason is about: `people:<id>`, `devices:<id>`, or the name of a list. */
export type Subject = string;

export const NO_REASONS: AccessReasons = { kept: null, belongs: new Map() };

/** Takes a typed reason, in place of the one before. */
export function giveReason(
  { belongs }: AccessReasons,
  subject: Subject,
  { text, now }: { readonly text: string; readonly now: number },
): AccessReasons {
  return { kept: { subject: personOf(belongs, subject), text, givenAt: now }, belongs };
}

/** Ends the access: the next look needs a reason again. */
export const endAccess = (reasons: AccessReasons): AccessReasons => ({ ...reasons, kept: null });

/**
 * Notes that subjects are of one person, as an answer has shown. A reason that was typed for one of them counts for the
 * person, for the rest of its time.
 */
export function noteOwner(
  { kept, belongs }: AccessReasons,
  subjects: readonly Subject[],
  owner: Subject,
): AccessReasons {
  const known = new Map(belongs);
  for (const subject of subjects) if (subject !== owner) known.set(subject, owner);
  return {
    kept: kept === null ? null : { ...kept, subject: personOf(known, kept.subject) },
    belongs: known,
  };
}

/** Follows a request to its device, and a device to its person. */
function personOf(belongs: ReadonlyMap<Subject, Subject>, subject: Subject): Subject {
  const owner = belongs.get(subject);
  return owner === undefined ? subject : personOf(belongs, owner);
}

/** A typed reason as the API takes it; null if it is empty, too long, or has a control character. */
export function cleanReason(typed: string): string | null {
  const text = typed.trim();
  const fits = text !== "" && text.length <= MAX_REASON_LENGTH && !/\p{Cc}/u.test(text);
  return fits ? text : null;
}

/** A reason as a header: UTF-8, one character for each byte, because `fetch` refuses any other character there. */
export const reasonHeader = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
