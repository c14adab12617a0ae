import type { ReactNode } from "react";
import { useTexts } from "../texts/use-texts.ts";
import { type RevisionState, revisionState } from "./list-plans.ts";

/** Says where a plan stands: a draft, published, a draft over a revision, or archived. */
export function RevisionTag(facts: Parameters<typeof revisionState>[0]): ReactNode {
  const { t } = useTexts();
  const state = revisionState(facts);
  return (
    <span className={`tag ${COLOURS[state]}`}>
      {t(`plans.state.${state}`, { revision: facts.revision })}
    </span>
  );
}

const COLOURS: Readonly<Record<RevisionState, string>> = {
  ARCHIVED: "",
  NEW_DRAFT: "warn",
  DRAFT_OVER: "warn",
  PUBLISHED: "done",
};
