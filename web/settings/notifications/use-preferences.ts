import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { answer } from "../../api/api-client.ts";
import { useConsole } from "../../frame/console-context.ts";
import { type PreferenceChange, type Preferences, preferencesBody } from "./preferences-body.ts";
import { preferencesQuery } from "./preferences-query.ts";

/** Saves a change of the notification preferences. It is shown at once, and taken back if it was refused. */
export function useSavePreferences(): SavePreferences {
  const { api } = useConsole();
  const queries = useQueryClient();
  const { queryKey } = preferencesQuery(api);
  return useMutation({
    mutationFn: async (change: PreferenceChange) => {
      const stored = await queries.query(preferencesQuery(api));
      const body = preferencesBody(stored, change);
      queries.setQueryData(queryKey, body);
      return await answer(api.PUT("/api/v1/notification-preferences", { body }));
    },
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: async () => await queries.invalidateQueries({ queryKey }),
    // One after the other, because each carries all preferences.
    scope: { id: "notification-preferences" },
  });
}

export type SavePreferences = UseMutationResult<Preferences, Error, PreferenceChange>;
