import { createContext, useContext } from "react";
import type { FieldProblem } from "../../api/problem.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { fieldProblemText } from "./draft-problems.ts";

/** The problems of the draft that is edited. */
export const ProblemsContext = createContext<readonly FieldProblem[]>([]);

/** The sentence of the problem at a pointer; null without one. */
export function useProblem(pointer: string): string | null {
  const texts = useTexts();
  const found = useContext(ProblemsContext).find((problem) => problem.pointer === pointer);
  return found === undefined ? null : fieldProblemText(found, texts);
}
