import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Api, answer } from "../api/api-client.ts";
import { firstPage } from "../api/first-page.ts";
import { readAllPages } from "../api/read-all-pages.ts";
import type { components } from "../api/routes.d.ts";
import type { FormsSearch } from "./forms-search.ts";

/** The forms of a workspace, newest first, a page at a time. The server searches the titles. */
export function formsQuery(api: Api, { workspaceId, search, text }: FormsPlace) {
  const query = { ...search, ...(text !== "" && { q: text }) };
  return infiniteQueryOptions({
    queryKey: [...formsKey(workspaceId), "list", query],
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/forms", {
          params: {
            path: { workspaceId },
            query: { ...query, ...(pageParam !== null && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

interface FormsPlace {
  readonly workspaceId: string;
  readonly search: FormsSearch;
  /** Part of the title, trimmed; empty for all. */
  readonly text: string;
}

/** The forms that can be assigned: published ones. */
export function publishedFormsQuery(api: Api, workspaceId: string) {
  return queryOptions({
    queryKey: [...formsKey(workspaceId), "published"],
    queryFn: async () =>
      await readAllPages((cursor) =>
        answer(
          api.GET("/api/v1/workspaces/{workspaceId}/forms", {
            params: { path: { workspaceId }, query: { status: "PUBLISHED", ...cursor } },
          }),
        ),
      ),
  });
}

/** One form with its draft and the list of its versions. */
export function formQuery(api: Api, place: FormPlace) {
  return queryOptions({
    queryKey: formKey(place),
    queryFn: async () => await readForm(api, place),
  });
}

/** Reads a form as it is now. @throws Problem */
export async function readForm(api: Api, place: FormPlace): Promise<Form> {
  return await answer(
    api.GET("/api/v1/workspaces/{workspaceId}/forms/{formId}", { params: { path: place } }),
  );
}

/** One version of a form. It never changes, so it is read once. */
export function versionQuery(api: Api, { workspaceId, formId }: FormPlace, version: number) {
  return queryOptions({
    queryKey: [...formsKey(workspaceId), "version", formId, version],
    queryFn: async () =>
      await answer(
        api.GET("/api/v1/workspaces/{workspaceId}/forms/{formId}/versions/{version}", {
          params: { path: { workspaceId, formId, version } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A form of a workspace. */
export interface FormPlace {
  readonly workspaceId: string;
  readonly formId: string;
}

/** Key of everything that is read about a workspace's forms. */
export const formsKey = (workspaceId: string) => ["forms", workspaceId] as const;
export const formKey = ({ workspaceId, formId }: FormPlace) =>
  [...formsKey(workspaceId), "form", formId] as const;

export type Form = components["schemas"]["Form"];
export type FormSummary = components["schemas"]["FormSummary"];
