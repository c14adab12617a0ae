import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import { againWhilePassing } from "../api/query-client.ts";
import type { components } from "../api/routes.d.ts";
import { setReaderZone } from "../texts/reader-zone.ts";
import { useConsole } from "./console-context.ts";

/** The signed-in coach, the workspace and the permissions. */
export function useMe(): Me {
  const { api } = useConsole();
  const { data } = useSuspenseQuery(meQuery(api));
  return data;
}

/** The read of the signed-in coach. The page stands on it: a refusal shows the next step instead of the console. */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: ["me"],
    queryFn: async () => {
      const me = await answer(api.GET("/api/v1/auth/me"));
      setReaderZone(me.coachProfile.timezone);
      return me;
    },
    staleTime: ME_STALE_MS,
    refetchInterval: againWhilePassing,
  });

export type Me = components["schemas"]["CoachMe"];

const ME_STALE_MS = 60_000;
