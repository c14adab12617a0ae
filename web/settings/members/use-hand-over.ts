import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";

/**
 * Gives clients to another coach, one after the other. A refused one stays with its reason and holds up no other.
 *
 * @param done called with their number once all were taken.
 */
export function useHandOver(workspaceId: string, done: (count: number) => void): HandOver {
  const { api } = useConsole();
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [isPending, setIsPending] = useState(false);
  const hand = async (relationshipIds: readonly string[], coachUserId: string) => {
    if (isPending) return;
    setIsPending(true);
    const refused = new Map<string, unknown>();
    for (const relationshipId of relationshipIds)
      try {
        await answer(
          api.PUT("/api/v1/workspaces/{workspaceId}/relationships/{relationshipId}/coach", {
            params: { path: { workspaceId, relationshipId } },
            body: { coachUserId },
          }),
        );
      } catch (error) {
        refused.set(relationshipId, error);
      }
    await Promise.all(
      ["clients", "inbox", "overview"].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
    setIsPending(false);
    setRefusals(refused);
    if (refused.size === 0) done(relationshipIds.length);
  };
  return { hand, refusals, isPending };
}

interface HandOver {
  readonly hand: (relationshipIds: readonly string[], coachUserId: string) => Promise<void>;
  /** Why a client was not taken, by relationship. */
  readonly refusals: ReadonlyMap<string, unknown>;
  readonly isPending: boolean;
}
