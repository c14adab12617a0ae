import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { answer } from "../../api/api-client.ts";
import type { FieldProblem } from "../../api/problem.ts";
import { useUnsentEdits } from "../../drafts/use-unsent-edits.ts";
import { useConsole } from "../../frame/console-context.ts";
import { type Plan, planQuery, plansKey } from "../plans-query.ts";
import { draftBody } from "./draft-body.ts";
import { changeDraft, type DraftHistory, undoDraft } from "./draft-history.ts";
import { draftProblems, refusedParts } from "./draft-problems.ts";
import {
  type PlanEdits,
  afterSave,
  isBehind,
  isDirty,
  isPlanEdits,
  openDraft,
  takeOver,
  withRestored,
} from "./opened-draft.ts";

/**
 * The draft of a plan as it is edited; null for a plan that this version does not know. A draft that others have
 * changed is taken over while there are no changes here; otherwise the coach chooses. Changes survive a reload.
 */
export function useDraft(plan: Plan): EditedDraft | null {
  const { api } = useConsole();
  const queries = useQueryClient();
  const { workspaceId, planId, draftRevision, kind } = plan;
  const [opened, setOpened] = useState(() => openDraft(plan));
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const { history } = opened;
  const isChanged = isDirty(opened);
  const newer = takeOver(opened, plan);
  if (newer !== null) setOpened(newer);
  const unsent = useUnsentEdits<PlanEdits>({
    place: "plan-draft",
    id: planId,
    edits: useMemo(
      () =>
        history !== null && isChanged
          ? { draftRevision: opened.draftRevision, content: history.content }
          : null,
      [history, isChanged, opened.draftRevision],
    ),
    isOf: (found): found is PlanEdits => isPlanEdits(found, kind),
    restore: (edits) => {
      const restored = withRestored(opened, edits, plan);
      if (restored !== null) setOpened(restored);
      return restored !== null;
    },
  });
  const sent = useMutation({
    mutationFn: async (content: PlanContent) => {
      const body = { content: draftBody(content), expectedDraftRevision: opened.draftRevision };
      const key = await unsent.keyOf(body);
      return await answer(
        api.PUT("/api/v1/workspaces/{workspaceId}/plans/{planId}/draft", {
          params: { path: { workspaceId, planId }, header: { "Idempotency-Key": key } },
          body,
        }),
      );
    },
    onSuccess: async (saved, content) => {
      setRefused([]);
      setOpened((before) => afterSave(before, saved, content));
      queries.setQueryData(planQuery(api, { workspaceId, planId }).queryKey, saved);
      await queries.invalidateQueries({ queryKey: plansKey(workspaceId) });
    },
    onError: async (error) => {
      setRefused(refusedParts(error));
      // Somebody else may have saved meanwhile: their draft is then at hand.
      await queries.invalidateQueries({ queryKey: plansKey(workspaceId) });
    },
  });
  const content = history?.content ?? null;
  const found = useMemo(() => (content === null ? [] : draftProblems(content)), [content]);
  /** Changes what is edited. It keeps its identity. */
  const edit = useCallback((next: (before: DraftHistory) => DraftHistory) => {
    setRefused([]);
    setOpened((before) =>
      before.history === null ? before : { ...before, history: next(before.history) },
    );
  }, []);
  const change = useCallback(
    (next: PlanContent, mark: string) => edit((before) => changeDraft(before, next, mark)),
    [edit],
  );
  if (history === null) return null;
  return {
    content: history.content,
    isDirty: isChanged,
    isRestored: unsent.isRestored,
    isBehind: isBehind(opened, plan) && !sent.isPending,
    problems: found.length > 0 ? found : refused,
    change,
    undo: history.past.length === 0 ? null : () => edit(undoDraft),
    save: () => !sent.isPending && sent.mutate(history.content),
    isSaving: sent.isPending,
    error: sent.error,
    dropChanges: () => {
      sent.reset();
      // A draft without changes takes over a newer one, if there is one. Undo brings the changes back.
      if (isBehind(opened, plan)) setOpened(openDraft(plan));
      else edit((before) => changeDraft(before, before.saved, "dropped"));
    },
    keepChanges: () => {
      sent.reset();
      setOpened((before) => ({ ...before, draftRevision }));
    },
    leave: unsent.forget,
    refuse: (error) => setRefused(refusedParts(error)),
  };
}

export interface EditedDraft {
  readonly content: PlanContent;
  readonly isDirty: boolean;
  /** Whether changes from before a reload are shown. */
  readonly isRestored: boolean;
  /** Whether somebody else has saved since these changes were begun. */
  readonly isBehind: boolean;
  /** Values that would be refused, or were, with pointers into the content. */
  readonly problems: readonly FieldProblem[];
  /** Takes the changed content; `mark` names the place, so that typing on is one step of undo. */
  readonly change: (content: PlanContent, mark: string) => void;
  /** Null if there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly save: () => void;
  readonly isSaving: boolean;
  /** Why the last save was refused. */
  readonly error: unknown;
  /** Goes back to the draft as it was read last. */
  readonly dropChanges: () => void;
  /** Goes on with these changes although somebody else has saved: the next save replaces theirs. */
  readonly keepChanges: () => void;
  /** Forgets the changes, because the coach leaves without them. */
  readonly leave: () => void;
  /** Shows the parts that another act refused, such as the publication. */
  readonly refuse: (error: unknown) => void;
}
