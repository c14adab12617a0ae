import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";

/** The coach's own profile. */
export const profileQuery = (api: Api) =>
  queryOptions({
    queryKey: ["coach-profile"],
    queryFn: async () => await answer(api.GET("/api/v1/coach/profile")),
  });
