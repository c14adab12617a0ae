import type { CentreEntries, EntryGroup } from "../types.ts";
import { viewOf } from "./entry-view.ts";
import { type Spoken, spokenIn } from "./spoken.ts";
import type { CentreLanguage, CentreView, GroupView, ReadAt } from "./types.ts";

/** The sync centre in words: a summary, and the groups that have entries. */
export function centreView(
  language: CentreLanguage,
  centre: CentreEntries,
  at: ReadAt,
): CentreView {
  const spoken = spokenIn(language, at);
  const groups = GROUPS.map((group) => groupView(spoken, centre, group));
  return {
    summary: summaryOf(spoken, centre),
    groups: groups.filter(({ entries }) => entries.length > 0),
  };
}

const GROUPS = [
  { group: "ATTENTION", count: "attention" },
  { group: "WAITING", count: "waiting" },
  { group: "DONE", count: "done" },
] as const satisfies readonly {
  readonly group: EntryGroup;
  readonly count: keyof CentreEntries["counts"];
}[];

function groupView(
  spoken: Spoken,
  { entries, counts }: CentreEntries,
  { group, count }: (typeof GROUPS)[number],
): GroupView {
  const { phrases } = spoken;
  return {
    group,
    title: phrases.groups[group],
    // More entries may exist than are listed.
    count: phrases.counts.entries(counts[count]),
    entries: entries.filter((entry) => entry.group === group).map((entry) => viewOf(spoken, entry)),
  };
}

function summaryOf({ phrases }: Spoken, { counts }: CentreEntries): string {
  const { attention, waiting, nothing } = phrases.counts;
  const sentences = [
    ...(counts.attention > 0 ? [attention(counts.attention)] : []),
    ...(counts.waiting > 0 ? [waiting(counts.waiting)] : []),
  ];
  return sentences.length === 0 ? nothing : sentences.join(" ");
}
