import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";

/** The person's preferences: which notifications they want, how, and when not. */
export const preferencesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["notification-preferences"],
    queryFn: async () => await answer(api.GET("/api/v1/notification-preferences")),
  });
