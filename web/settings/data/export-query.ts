import { queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../../api/api-client.ts";

/** The state of an export, asked anew until it is ready. */
export const exportQuery = (api: Api, exportId: string) =>
  queryOptions({
    queryKey: ["account-export", exportId],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/auth/account-exports/{exportId}", { params: { path: { exportId } } }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === "WRITING" ? EVERY_MS : false),
  });

const EVERY_MS = 1000;
