import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import { againWhilePassing } from "../../api/query-client.ts";
import type { components } from "../../api/routes.d.ts";
import { setReaderZone } from "../../texts/reader-zone.ts";
import { keepLastWorkspace, readLastWorkspace } from "./last-workspace.ts";
import { readMe } from "./read-me.ts";

/**
 * The read of the signed-in coach in a workspace; null for the one of an address without a name. The page stands on it:
 * a refusal shows the next step instead of the console.
 */
export const meQuery = (api: Api, named: string | null) =>
  queryOptions({
    queryKey: [...ME_KEY, named],
    queryFn: async ({ client, queryKey }) => {
      const me = await readMe<Me>({
        named,
        // Another tab may show another workspace meanwhile; this one stays where it is.
        last: client.getQueryData(queryKey) === undefined ? readLastWorkspace() : null,
        forgetLast: () => keepLastWorkspace(null),
        ask: async (workspaceId) =>
          await answer(
            api.GET("/api/v1/auth/me", {
              params: { query: workspaceId === null ? {} : { workspaceId } },
            }),
          ),
      });
      setReaderZone(me.coachProfile.timezone);
      return me;
    },
    staleTime: ME_STALE_MS,
    refetchInterval: againWhilePassing,
  });

/** Key of every read of the signed-in coach. */
export const ME_KEY = ["me"] as const;

export type Me = components["schemas"]["CoachMe"];

const ME_STALE_MS = 60_000;
