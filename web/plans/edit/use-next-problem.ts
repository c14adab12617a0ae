import { useEffect, useState } from "react";
import type { DayPlace } from "../words/program-words.ts";
import { placeOf } from "./draft-problems.ts";
import type { EditedDraft } from "./use-draft.ts";

/** Goes from problem to problem, round and round: opens the day that has it, and puts the focus on its field. */
export function useNextProblem(
  draft: EditedDraft | null,
  choose: (place: DayPlace) => void,
): () => void {
  const [last, setLast] = useState(-1);
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    const field = fieldAt(wanted);
    if (field === null) return;
    setWanted(null);
    field.focus();
    field.scrollIntoView({ block: "center" });
  });
  return () => {
    if (draft === null || draft.problems.length === 0) return;
    const next = (last + 1) % draft.problems.length;
    const pointer = draft.problems[next]?.pointer ?? "";
    setLast(next);
    setWanted(pointer);
    const place = placeOf(draft.content, pointer);
    if (place !== null) choose(place);
  };
}

/** The field of the nearest place around a pointer that the page shows. */
function fieldAt(pointer: string): HTMLElement | null {
  const steps = pointer.split("/");
  for (let length = steps.length; length > 1; length -= 1) {
    const place = CSS.escape(steps.slice(0, length).join("/"));
    const found = document.querySelector<HTMLElement>(`[data-pointer="${place}"]`);
    const field = found?.querySelector<HTMLElement>("input, textarea, select, button");
    if (field) return field;
  }
  return null;
}
