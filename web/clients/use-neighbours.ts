import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { type Neighbours, neighboursIn, rememberedList } from "./came-from.ts";
import { rosterQuery } from "./roster-query.ts";
import { USUAL_VIEW, clientsInView } from "./roster-views.ts";

/**
 * The clients before and after one: in the list that the reader came from, else in the roster as it opens. That order is
 * kept while its clients are walked through, so that nobody is met twice or left out.
 */
export function useNeighbours(relationshipId: string): Neighbours {
  const { api } = useConsole();
  const { workspace, user } = useMe();
  const { workspaceId } = workspace;
  const queries = useQueryClient();
  const remembered = rememberedList(queries, relationshipId);
  const usual = useQuery({
    queryKey: ["usual-list", workspaceId],
    queryFn: async () => {
      const roster = await queries.query(
        rosterQuery(api, { workspaceId, sort: "ATTENTION", status: {} }),
      );
      const reader = { userId: user.userId, now: new Date() };
      const shown = clientsInView(roster, { view: USUAL_VIEW, typed: "", reader });
      return shown.map((client) => client.relationshipId);
    },
    enabled: remembered === null,
    // A client who is not in the list may be new.
    staleTime: ({ state }) => (state.data?.includes(relationshipId) === true ? Infinity : 0),
    refetchOnWindowFocus: false,
  });
  return neighboursIn(remembered ?? usual.data ?? [], relationshipId);
}
