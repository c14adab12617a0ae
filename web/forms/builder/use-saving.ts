import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FormContent } from "../../../contract/forms/content-schema.ts";
import { answer } from "../../api/api-client.ts";
import { Problem } from "../../api/problem.ts";
import { useConsole } from "../../frame/console-context.ts";
import { type Form, type FormPlace, formKey, formsKey, readForm } from "../forms-query.ts";
import { knownContent } from "../known-content.ts";
import { type Draft, isSameDraft } from "../draft/draft.ts";
import { type Refusal, refusalsOf } from "../draft/draft-problems.ts";

/**
 * Saves a draft on top of the revision that was read. A refused part is kept with its reason, and a draft that somebody
 * else has changed meanwhile is a conflict, which the coach decides.
 */
export function useSaving({ place, form, content, draft, replace }: SavingProps): Saving {
  const { api } = useConsole();
  const queries = useQueryClient();
  const [saved, setSaved] = useState<Saved>({
    draft: { title: form.title, content },
    revision: form.revision,
  });
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const isDirty = !isSameDraft(draft, saved.draft);
  const send = useMutation({
    mutationFn: async ({ sent, expectedRevision }: Sent) =>
      await answer(
        api.PUT("/api/v1/workspaces/{workspaceId}/forms/{formId}/draft", {
          params: { path: place },
          body: { ...sent, expectedRevision },
        }),
      ),
    onMutate: () => setRefusals([]),
    onSuccess: (answered, { sent }) => {
      setSaved({ draft: sent, revision: answered.revision });
      queries.setQueryData(formKey(place), answered);
      void queries.invalidateQueries({ queryKey: [...formsKey(place.workspaceId), "list"] });
    },
    onError: (error, { sent }) => refuse(sent, error),
  });
  // A newer draft replaces one that nobody has touched here.
  useEffect(() => {
    if (isDirty || send.isPending || form.revision <= saved.revision) return;
    const newer = { title: form.title, content };
    setSaved({ draft: newer, revision: form.revision });
    replace(newer);
  }, [form, content, isDirty, saved.revision, send.isPending, replace]);
  const refuse = (sent: Draft, error: unknown) =>
    setRefusals(
      error instanceof Problem && error.code === "VALIDATION_FAILED"
        ? refusalsOf(sent, error.errors)
        : [],
    );
  const save = async (expectedRevision = saved.revision): Promise<number> =>
    (await send.mutateAsync({ sent: draft, expectedRevision })).revision;
  const readNewest = async () => {
    const newest = await readForm(api, place);
    queries.setQueryData(formKey(place), newest);
    return newest;
  };
  return {
    isDirty,
    revision: saved.revision,
    isSaving: send.isPending,
    error: send.error,
    isConflict: isConflict(send.error),
    refusals,
    refuse,
    save,
    keepMine: async () => void (await save((await readNewest()).revision)),
    takeTheirs: async () => {
      const theirs = await readNewest();
      const known = knownContent(theirs.content);
      if (known === null) return;
      const newest = { title: theirs.title, content: known };
      setSaved({ draft: newest, revision: theirs.revision });
      replace(newest);
      send.reset();
    },
  };
}

interface SavingProps {
  readonly place: FormPlace;
  readonly form: Form;
  /** The questions of `form`. */
  readonly content: FormContent;
  readonly draft: Draft;
  /** Puts another draft into the editor. It keeps its identity. */
  readonly replace: (draft: Draft) => void;
}

/** How a draft is saved, and what came of it. */
export interface Saving {
  /** Whether something is not saved. */
  readonly isDirty: boolean;
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
  readonly keepMine: () => Promise<void>;
  readonly takeTheirs: () => Promise<void>;
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
