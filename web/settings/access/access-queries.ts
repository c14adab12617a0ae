import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";
import { readAllPages } from "../../api/read-all-pages.ts";

/** Where the person is signed in. */
export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["sessions"],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/auth/sessions", {
            params: { query: { status: "ACTIVE", limit: 100, ...cursor } },
          }),
        ),
      ),
  });

/** The account's ways to sign in. */
export const signInsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["sign-ins"],
    queryFn: async () => (await answer(api.GET("/api/v1/auth/identities"))).items,
  });
