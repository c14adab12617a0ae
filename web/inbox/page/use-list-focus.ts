import { useEffect, useRef } from "react";
import { announce } from "../../kit/announce.ts";
import { useSteady } from "../../kit/hooks/use-steady.ts";
import { useTexts } from "../../texts/use-texts.ts";

/**
 * Takes the focus to the heading once the last row of a list has left it, and says so. The row that had the focus is
 * gone. `list` names the list, so that another view counts as another list.
 */
export function useListFocus(list: string, rows: number): void {
  const { t } = useTexts();
  const before = useRef({ list, rows });
  const say = useSteady(() => announce(t("inbox.listEmpty")));
  useEffect(() => {
    const { list: sameList, rows: some } = before.current;
    before.current = { list, rows };
    if (rows > 0 || some === 0 || sameList !== list) return undefined;
    say();
    // A dialog gives the focus back after it has closed.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(".head h1")?.focus();
    }, FOCUS_BACK_MS);
    return () => clearTimeout(timer);
  }, [list, rows, say]);
}

const FOCUS_BACK_MS = 100;
