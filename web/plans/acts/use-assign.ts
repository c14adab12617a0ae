import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { plansKey } from "../plans-query.ts";
import { refusalText, refusedDate } from "../words/refusal-text.ts";
import { type AssignOutcome, type Terms, assignBody } from "./assign-body.ts";

/**
 * Gives a plan to clients, one after another, with an outcome for each. A client who has been given it is not asked
 * for again; a repeat after a lost answer carries the same key.
 */
export function useAssign(workspaceId: string): Assigning {
  const { api } = useConsole();
  const texts = useTexts();
  const queries = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, AssignOutcome>>(new Map());
  const [isPending, setIsPending] = useState(false);
  const assignOne = async (relationshipId: string, planId: string, terms: Terms) => {
    const body = assignBody(planId, terms);
    const act = JSON.stringify([relationshipId, body]);
    const key = keys.current.get(act) ?? crypto.randomUUID();
    keys.current.set(act, key);
    try {
      const { startDate } = await answer(
        api.POST(
          "/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/plan-assignments",
          {
            params: { path: { workspaceId, relationshipId }, header: { "Idempotency-Key": key } },
            body,
          },
        ),
      );
      return { kind: "ASSIGNED", from: startDate } as const;
    } catch (error) {
      const [reason, date] = [refusalText(texts, error), refusedDate(error)];
      return { kind: "REFUSED", reason, terms, date } as const;
    }
  };
  const assign = async (
    relationshipIds: readonly string[],
    planId: string,
    terms: Terms,
  ): Promise<void> => {
    setIsPending(true);
    let known = outcomes;
    for (const relationshipId of relationshipIds) {
      if (known.get(relationshipId)?.kind === "ASSIGNED") continue;
      const outcome = await assignOne(relationshipId, planId, terms);
      known = new Map([...known, [relationshipId, outcome]]);
      setOutcomes(known);
    }
    setIsPending(false);
    await Promise.all(
      [plansKey(workspaceId), ["client"], ["clients"]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  };
  return { assign, outcomes, isPending };
}

interface Assigning {
  readonly assign: (
    relationshipIds: readonly string[],
    planId: string,
    terms: Terms,
  ) => Promise<void>;
  /** By relationship. */
  readonly outcomes: ReadonlyMap<string, AssignOutcome>;
  readonly isPending: boolean;
}
