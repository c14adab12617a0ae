import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import { answer } from "../../api/api-client.ts";
import { Problem } from "../../api/problem.ts";
import { useUnsentEdits } from "../../drafts/use-unsent-edits.ts";
import { useConsole } from "../../frame/console-context.ts";
import { type Form, type FormPlace, formKey, formsKey, readForm } from "../forms-query.ts";
import { knownContent } from "../known-content.ts";
import { type Draft, isSameDraft } from "../draft/draft.ts";
import { type Refusal, refusalsOf } from "../draft/draft-problems.ts";
import type { DraftEdit } from "../draft/edit-draft.ts";
import { type FormEdits, isFormEdits } from "../draft/form-edits.ts";

/**
 * Saves a draft on top of the revision that was read. A refused part is kept with its reason, and a draft that somebody
 * else has changed meanwhile is a conflict, which the coach decides. Changes that are not saved survive a reload.
 */
export function useSaving({ place, form, content, draft, edit }: SavingProps): Saving {
  const { api } = useConsole();
  const queries = useQueryClient();
  const [saved, setSaved] = useState<Saved>({
    draft: { title: form.title, content },
    revision: form.revision,
  });
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const isDirty = !isSameDraft(draft, saved.draft);
  const { revision } = saved;
  const unsent = useUnsentEdits<FormEdits>({
    place: "form-draft",
    id: place.formId,
    edits: useMemo(() => (isDirty ? { revision, draft } : null), [isDirty, revision, draft]),
    isOf: isFormEdits,
    restore: (edits) => {
      if (isSameDraft(edits.draft, { title: form.title, content })) return false;
      setSaved((before) => ({ ...before, revision: edits.revision }));
      edit({ kind: "SHOW", draft: edits.draft });
      return true;
    },
  });
  const lastSent = useRef<Draft | null>(null);
  const send = useMutation({
    mutationFn: async ({ sent, expectedRevision }: Sent) =>
      await answer(
        api.PUT("/api/v1/workspaces/{workspaceId}/forms/{formId}/draft", {
          params: { path: place },
          body: { ...sent, expectedRevision },
        }),
      ),
    onMutate: ({ sent }) => {
      lastSent.current = sent;
      setRefusals([]);
    },
    onSuccess: (answered, { sent }) => {
      setSaved({ draft: sent, revision: answered.revision });
      queries.setQueryData(formKey(place), answered);
      void queries.invalidateQueries({ queryKey: [...formsKey(place.workspaceId), "list"] });
    },
    onError: (error, { sent }) => refuse(sent, error),
  });
  const isOlder = form.revision > revision;
  // A newer draft replaces one that nobody has touched here. One that was sent from here is a save without an answer.
  useEffect(() => {
    if (send.isPending || !isOlder) return;
    const newer = { title: form.title, content };
    const isOurs = lastSent.current !== null && isSameDraft(newer, lastSent.current);
    if (isDirty && !isOurs && !isSameDraft(newer, draft)) return;
    setSaved({ draft: isDirty ? (lastSent.current ?? draft) : newer, revision: form.revision });
    if (!isDirty) edit({ kind: "REPLACE", draft: newer });
  }, [form, content, draft, isDirty, isOlder, send.isPending, edit]);
  const refuse = (sent: Draft, error: unknown) =>
    setRefusals(
      error instanceof Problem && error.code === "VALIDATION_FAILED"
        ? refusalsOf(sent, error.errors)
        : [],
    );
  const save = async (): Promise<number> =>
    (await send.mutateAsync({ sent: draft, expectedRevision: revision })).revision;
  /** Takes the newest draft as the saved one, which the next save replaces. Null if this version does not know it. */
  const goOnFromTheirs = async (): Promise<Draft | null> => {
    const newest = await readForm(api, place);
    const known = knownContent(newest.content);
    if (known === null) return null;
    const theirs = { title: newest.title, content: known };
    queries.setQueryData(formKey(place), newest);
    setSaved({ draft: theirs, revision: newest.revision });
    send.reset();
    return theirs;
  };
  return {
    isDirty,
    isRestored: unsent.isRestored,
    revision,
    isSaving: send.isPending,
    error: send.error,
    isConflict: isConflict(send.error) || (isDirty && isOlder && !send.isPending),
    refusals,
    refuse,
    save,
    keepMine: async () => void (await goOnFromTheirs()),
    takeTheirs: async () => {
      const theirs = await goOnFromTheirs();
      if (theirs !== null) edit({ kind: "SHOW", draft: theirs });
    },
    discard: () => edit({ kind: "SHOW", draft: saved.draft }),
    leave: unsent.forget,
  };
}

interface SavingProps {
  readonly place: FormPlace;
  readonly form: Form;
  /** The questions of `form`. */
  readonly content: FormContent;
  readonly draft: Draft;
  /** Changes the draft. It keeps its identity. */
  readonly edit: (edit: DraftEdit) => void;
}

/** The state of saving a draft, and its acts. */
export interface Saving {
  /** Whether something is not saved. */
  readonly isDirty: boolean;
  /** Whether changes from before a reload are shown. */
  readonly isRestored: boolean;
  /** The draft's revision at the server. */
  readonly revision: number;
  readonly isSaving: boolean;
  readonly error: unknown;
  /** Whether somebody else changed the draft meanwhile. */
  readonly isConflict: boolean;
  readonly refusals: readonly Refusal[];
  /** Keeps the refused parts of a draft that was sent. */
  readonly refuse: (sent: Draft, error: unknown) => void;
  /** Saves the draft. Resolves with its new revision. @throws Problem */
  readonly save: () => Promise<number>;
  /** Goes on with these changes: the next save replaces the other ones. */
  readonly keepMine: () => Promise<void>;
  /** Shows the other changes. Undo brings these back. */
  readonly takeTheirs: () => Promise<void>;
  /** Goes back to the saved draft. Undo brings the changes back. */
  readonly discard: () => void;
  /** Forgets the changes, because the coach leaves without them. */
  readonly leave: () => void;
}

interface Saved {
  readonly draft: Draft;
  readonly revision: number;
}

interface Sent {
  readonly sent: Draft;
  readonly expectedRevision: number;
}

const isConflict = (error: unknown): boolean =>
  error instanceof Problem && error.errors.some(({ code }) => code === "CHANGED_SINCE_READ");
