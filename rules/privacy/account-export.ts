import {
  EXPORT_FORMAT,
  EXPORT_HOURS,
  EXPORT_SECTIONS,
  type ExportSection,
} from "../../contract/privacy/export-vocabulary.ts";
import type { UserStatus } from "../../contract/accounts/vocabulary.ts";
import type { ActorDeadline } from "../outbox/actor-agenda.ts";

const HOUR_MS = 3_600_000;

/** When a complete export expires. */
export function exportExpiresAt(readyAt: Date): Date {
  return new Date(readyAt.getTime() + EXPORT_HOURS * HOUR_MS);
}

/** The state of an export, and its owner. */
export interface ExportState {
  readonly userStatus: UserStatus;
  readonly expiresAt: Date | null;
}

/**
 * The next deadline of an export: its next slice at once, then its expiry. Null once it is over: it expired, or its
 * owner is suspended or leaving and could not read it any more.
 */
export function exportDeadline(
  { userStatus, expiresAt }: ExportState,
  now: Date,
): ActorDeadline<"SLICE" | "EXPIRY"> | null {
  if (userStatus !== "ACTIVE") return null;
  if (expiresAt === null) return { at: now, reason: "SLICE" };
  return expiresAt <= now ? null : { at: expiresAt, reason: "EXPIRY" };
}

/** The section after one; null after the last. */
export function sectionAfter(section: ExportSection): ExportSection | null {
  return EXPORT_SECTIONS[EXPORT_SECTIONS.indexOf(section) + 1] ?? null;
}

/** Number of sections that are complete. */
export function sectionsDone(nextSection: ExportSection | null): number {
  return nextSection === null ? EXPORT_SECTIONS.length : EXPORT_SECTIONS.indexOf(nextSection);
}

/** A slice of an export: comma-separated JSON objects. */
export interface ExportPart {
  readonly section: ExportSection;
  readonly facts: string;
}

/**
 * The export's document in chunks: an object with a list for every section, empty if there is nothing.
 *
 * @param parts in the order in which they were written, which must be the order of the sections.
 * @throws Error for parts in another order: an aborted download is better than an incomplete document.
 */
export async function* exportDocument(
  readyAt: Date,
  parts: AsyncIterable<ExportPart>,
): AsyncGenerator<string> {
  yield `{"format":${JSON.stringify(EXPORT_FORMAT)},"readyAt":${JSON.stringify(readyAt)}`;
  const ahead = [...EXPORT_SECTIONS];
  let open: ExportSection | null = null;
  for await (const { section, facts } of parts) {
    if (section === open) {
      yield `,${facts}`;
      continue;
    }
    if (!ahead.includes(section)) throw new Error("The parts of an export are out of order");
    const skipped = ahead.splice(0, ahead.indexOf(section) + 1).slice(0, -1);
    yield `${open === null ? "" : "]"}${emptyLists(skipped)},"${section}":[${facts}`;
    open = section;
  }
  yield `${open === null ? "" : "]"}${emptyLists(ahead)}}`;
}

function emptyLists(sections: readonly ExportSection[]): string {
  return sections.map((section) => `,"${section}":[]`).join("");
}
