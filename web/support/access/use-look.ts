import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { firstPage } from "../../api/first-page.ts";
import type { Subject } from "./access-reason.ts";
import { type ReasonHeader, useReasons } from "./use-reasons.tsx";

/** Reads something once, with the reason that counts for its subject. The API audits each read. */
export function useLook<Data>({ subject, name, read }: Look<Data>) {
  const reasons = useReasons();
  return useQuery({
    queryKey: ["support", ...name],
    queryFn: async () => await read(reasons.header(subject)),
    ...ONCE,
  });
}

/** Reads a list page by page; the next page is read when somebody asks for it. */
export function useLookPages<Page extends { readonly nextCursor: string | null }>({
  subject,
  name,
  read,
}: LookPages<Page>) {
  const reasons = useReasons();
  return useInfiniteQuery({
    queryKey: ["support", ...name],
    queryFn: async ({ pageParam }) =>
      await read(reasons.header(subject), pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...ONCE,
  });
}

/**
 * A look happens when a person asks for it and at no other time, because the audit has a row for each. Nothing is kept
 * once its page is left.
 */
export const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  // A look that waited for the connection would happen when nobody expects it.
  networkMode: "always",
} as const;

/** A read, and whom it is about. */
interface Look<Data> {
  readonly subject: Subject;
  /** Names the read on this page. */
  readonly name: readonly (string | boolean)[];
  readonly read: (header: ReasonHeader) => Promise<Data>;
}

interface LookPages<Page> {
  readonly subject: Subject;
  readonly name: readonly (string | boolean)[];
  readonly read: (header: ReasonHeader, cursor: { readonly cursor?: string }) => Promise<Page>;
}
