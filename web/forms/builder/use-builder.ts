import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import { useSteady } from "../../kit/hooks/use-steady.ts";
import type { Form, FormPlace } from "../forms-query.ts";
import { newFormId } from "../new-form-id.ts";
import { type DraftProblem, draftProblems, nextProblem } from "../draft/draft-problems.ts";
import { type DraftEdit, type DraftState, editDraft, openDraft } from "../draft/edit-draft.ts";
import { type Aim, focusAim } from "./focus-aim.ts";
import type { Choose } from "./question-row.tsx";
import { type Saving, useSaving } from "./use-saving.ts";

/** A draft under edit with its acts. After an act the focus goes to what the act was about. */
export function useBuilder({ place, form, content }: BuilderInput): BuilderState {
  const [state, edit] = useReducer(editDraft, { title: form.title, content }, openDraft);
  const [pane, setPane] = useState<Pane>("LIST");
  const [aim, setAim] = useState<Aim | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const { draft, chosen } = state;
  const saving = useSaving({ place, form, content, draft, edit });
  const { refusals } = saving;
  const problems = useMemo(() => draftProblems(draft, refusals), [draft, refusals]);
  useEffect(() => {
    if (aim !== null && root.current !== null) focusAim(root.current, aim);
  }, [aim]);
  // The chosen row stays visible while its fields have the focus.
  useEffect(() => {
    const row = root.current?.querySelector(".form-list [aria-current]");
    row?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const go = (to: Pane, target: Aim) => {
    setPane(to);
    setAim(target);
  };
  const goToField = (field: string) => go("PROPERTIES", { kind: "FIELD", field });
  return {
    state,
    edit,
    saving,
    problems,
    root,
    pane,
    setPane,
    choose: useCallback((section, question, isByKey) => {
      edit({ kind: "CHOOSE", place: { section, question } });
      setPane("PROPERTIES");
      if (isByKey) setAim({ kind: "FIELD", field: question === null ? "title" : "label" });
    }, []),
    goToField,
    goToRow: () => go("LIST", { kind: "ROW" }),
    goToPreview: () => go("PREVIEW", { kind: "PREVIEW" }),
    save: useSteady(() => void saving.save().catch(() => undefined)),
    add: useSteady((what) => {
      const questionId = newFormId("q");
      if (what === "QUESTION") edit({ kind: "ADD_QUESTION", questionId });
      else edit({ kind: "ADD_SECTION", sectionId: newFormId("s"), questionId });
      goToField(what === "QUESTION" ? "label" : "title");
    }),
    next: () => {
      const field = aim?.kind === "FIELD" ? aim.field : "";
      const found = nextProblem(draft, problems, { place: chosen, field });
      if (found === null) return;
      if (found.place === null) return go("LIST", { kind: "TITLE" });
      edit({ kind: "CHOOSE", place: found.place });
      goToField(found.field);
    },
  };
}

interface BuilderInput {
  readonly place: FormPlace;
  readonly form: Form;
  /** The questions of `form`. */
  readonly content: FormContent;
}

export interface BuilderState {
  readonly state: DraftState;
  /** It keeps its identity, as do `choose`, `save` and `add`. */
  readonly edit: (edit: DraftEdit) => void;
  readonly saving: Saving;
  readonly problems: readonly DraftProblem[];
  readonly root: RefObject<HTMLDivElement | null>;
  readonly pane: Pane;
  readonly setPane: (pane: Pane) => void;
  readonly choose: Choose;
  readonly goToField: (field: string) => void;
  readonly goToRow: () => void;
  readonly goToPreview: () => void;
  readonly save: () => void;
  readonly add: (what: "QUESTION" | "SECTION") => void;
  /** Goes to the next problem. */
  readonly next: () => void;
}

/** The columns; a narrow screen shows one of them. */
export const PANES = ["LIST", "PROPERTIES", "PREVIEW"] as const;
export type Pane = (typeof PANES)[number];
