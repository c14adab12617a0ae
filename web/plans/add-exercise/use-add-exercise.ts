import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useActKey } from "../../kit/hooks/use-act-key.ts";
import { draftBody } from "../edit/draft-body.ts";
import type { NamedExercise } from "../edit/program/program-edits.ts";
import { type Plan, planQuery, plansKey } from "../plans-query.ts";
import type { DayPlace, Program } from "../words/program-words.ts";
import { placeExercise, programWith } from "./place-exercise.ts";

/** Puts an exercise into the draft of a program, or begins a program with it. A repeat carries the same key. */
export function useAddExercise(workspaceId: string, exercise: NamedExercise) {
  const { api } = useConsole();
  const queries = useQueryClient();
  const keyOf = useActKey();
  // The same for each try, so that a try without an answer is not another exercise.
  const [exerciseKey] = useState(() => crypto.randomUUID());
  const added = { ...exercise, exerciseKey };
  return useMutation({
    mutationFn: async (wanted: Wanted): Promise<Added> => {
      if (wanted.kind === "NEW") {
        const body = { content: programWith(wanted.title, added) };
        const made = await answer(
          api.POST("/api/v1/workspaces/{workspaceId}/plans", {
            params: { path: { workspaceId }, header: { "Idempotency-Key": keyOf(body) } },
            body,
          }),
        );
        return { plan: made, place: { week: 1, day: 1 } };
      }
      const { plan, program, place } = wanted;
      const body = {
        content: draftBody(placeExercise(program, place, added)),
        expectedDraftRevision: plan.draftRevision,
      };
      const saved = await answer(
        api.PUT("/api/v1/workspaces/{workspaceId}/plans/{planId}/draft", {
          params: {
            path: { workspaceId, planId: plan.planId },
            header: { "Idempotency-Key": keyOf(body) },
          },
          body,
        }),
      );
      return { plan: saved, place };
    },
    onSuccess: ({ plan }) => {
      queries.setQueryData(planQuery(api, { workspaceId, planId: plan.planId }).queryKey, plan);
    },
    // A plan that somebody else has changed is read again, and the coach decides anew.
    onSettled: async () => await queries.invalidateQueries({ queryKey: plansKey(workspaceId) }),
  });
}

/** Where the exercise goes: into a day of a program that was read, or into a new one. */
export type Wanted =
  | { readonly kind: "NEW"; readonly title: string }
  | {
      readonly kind: "OLD";
      readonly plan: Plan;
      /** The plan's draft, else its newest revision. */
      readonly program: Program;
      readonly place: DayPlace;
    };

interface Added {
  readonly plan: Plan;
  readonly place: DayPlace;
}
