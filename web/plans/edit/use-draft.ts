import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PlanContent } from "../../../contract/plans/content-schema.ts";
import { answer } from "../../api/api-client.ts";
import type { FieldProblem } from "../../api/problem.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { type Plan, planQuery, plansKey } from "../plans-query.ts";
import { readContent } from "../read-content.ts";
import { draftBody } from "./draft-body.ts";
import { changeDraft, openHistory, undoDraft } from "./draft-history.ts";
import { draftProblems, refusedParts } from "./draft-problems.ts";

/**
 * The draft of a plan as it is edited; null for a plan that this version does not know. A draft that others have changed
 * is taken over while there are no changes here; otherwise saving says so.
 */
export function useDraft(plan: Plan): EditedDraft | null {
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  const { workspaceId, planId, draftRevision } = plan;
  const [opened, setOpened] = useState(() => openDraft(plan));
  const [refused, setRefused] = useState<readonly FieldProblem[]>([]);
  const { history } = opened;
  const isDirty = history !== null && history.content !== history.saved;
  if (opened.draftRevision < draftRevision && !isDirty) setOpened(openDraft(plan));
  const sent = useMutation({
    mutationFn: async (content: PlanContent) => {
      const body = { content: draftBody(content), expectedDraftRevision: opened.draftRevision };
      return await answer(
        api.PUT("/api/v1/workspaces/{workspaceId}/plans/{planId}/draft", {
          params: { path: { workspaceId, planId }, header: { "Idempotency-Key": keyOf(body) } },
          body,
        }),
      );
    },
    onSuccess: async (saved) => {
      setRefused([]);
      setOpened(openDraft(saved));
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
  if (history === null) return null;
  return {
    content: history.content,
    isDirty,
    problems: found.length > 0 ? found : refused,
    change: (next, mark) => {
      setRefused([]);
      setOpened((before) =>
        before.history === null
          ? before
          : { ...before, history: changeDraft(before.history, next, mark) },
      );
    },
    undo:
      history.past.length === 0
        ? null
        : () =>
            setOpened((before) => ({
              ...before,
              history: before.history && undoDraft(before.history),
            })),
    save: () => !sent.isPending && sent.mutate(history.content),
    isSaving: sent.isPending,
    error: sent.error,
    dropChanges: () => {
      sent.reset();
      setOpened(openDraft(plan));
    },
    refuse: (error) => setRefused(refusedParts(error)),
  };
}

export interface EditedDraft {
  readonly content: PlanContent;
  readonly isDirty: boolean;
  /** What would be refused, or was, with pointers into the content. */
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
  /** Shows the parts that another act refused, such as the publication. */
  readonly refuse: (error: unknown) => void;
}

function openDraft({ draft, content, draftRevision }: Plan) {
  const read = readContent(draft ?? content);
  return { draftRevision, history: read === null ? null : openHistory(read) };
}
