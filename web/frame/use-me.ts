import { useSuspenseQuery } from "@tanstack/react-query";
import { answer } from "../api/api-client.ts";
import type { components } from "../api/routes.d.ts";
import { useConsole } from "./console-context.ts";

/** The signed-in coach, the workspace and the permissions. */
export function useMe(): Me {
  const { api } = useConsole();
  const { data } = useSuspenseQuery({
    queryKey: ["me"],
    queryFn: async () => await answer(api.GET("/api/v1/auth/me")),
    staleTime: ME_STALE_MS,
  });
  return data;
}

export type Me = components["schemas"]["CoachMe"];

const ME_STALE_MS = 60_000;
