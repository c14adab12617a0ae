import type { ReactNode } from "react";
import { useTexts } from "../../texts/use-texts.ts";
import type { WeekNote } from "./weeks-of.ts";

/** Why a week was not all done, in words; nothing for a week without a miss, a skip or a late entry. */
export function WeekNotes({ note }: { readonly note: WeekNote }): ReactNode {
  const { t, known } = useTexts();
  const { missed, skipped, reason, late } = note;
  const why = reason === null ? "" : known("client.skip.", reason, "client.skip.OTHER");
  const parts = [
    missed > 0 && t("client.note.missed", { count: missed }),
    skipped > 0 &&
      (reason === null
        ? t("client.note.skipped", { count: skipped })
        : t("client.note.skippedFor", { count: skipped, reason: why })),
    late > 0 && t("client.note.late", { count: late }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join("; ");
}
