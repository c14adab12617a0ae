import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { answer } from "../../api/api-client.ts";
import { firstPage } from "../../api/first-page.ts";
import type { components } from "../../api/routes.d.ts";
import { useConsole } from "../../frame/console-context.ts";
import { hasCoachAccount } from "../../frame/use-me.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { LookView } from "../access/look-view.tsx";
import { MorePages } from "../access/more-pages.tsx";
import { ONCE } from "../access/use-look.ts";
import { ReadAt } from "../read-at.tsx";
import { SUPPORT_PATH } from "../support-pages.ts";
import { type PictureStatus, PICTURE_FILTERS } from "../support-search.ts";
import { MatchCard } from "./match-card.tsx";

/** Exercises whose picture needs a decision, best match first; the other states by their filter. */
export function ThumbnailsPage(): ReactNode {
  const { t } = useTexts();
  const { status = "NEEDS_REVIEW" } = useSearch({ from: SUPPORT_PATH });
  return (
    <div className="stack">
      <nav className="tabs" aria-label={t("support.thumbnails")}>
        {PICTURE_FILTERS.map((filter) => (
          <Link
            key={filter}
            to={SUPPORT_PATH}
            params={{ part: "thumbnails" }}
            search={filter === "NEEDS_REVIEW" ? {} : { status: filter }}
            preload={false}
            activeOptions={{ exact: true }}
          >
            {t(`support.pictures.${filter}`)}
          </Link>
        ))}
      </nav>
      <Matches key={status} status={status} />
    </div>
  );
}

/** A decided match stays in its place with its new state, so that nothing moves under the pointer. */
function Matches({ status }: { readonly status: PictureStatus }): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const [decided, setDecided] = useState<ReadonlyMap<string, Match>>(new Map());
  const list = useInfiniteQuery({
    queryKey: ["support", "thumbnails", status],
    queryFn: async ({ pageParam }) =>
      await answer(
        api.GET("/api/v1/admin/exercise-library/thumbnail-matches", {
          params: { query: { status, ...(pageParam !== null && { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...ONCE,
  });
  const isBlind = !hasCoachAccount(useQueryClient());
  const matches = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <LookView look={list}>
      {() => (
        <>
          <ReadAt look={list} />
          {isBlind && <p className="note warn">{t("support.picturesHidden")}</p>}
          {matches.length === 0 && <p className="note">{t("support.noMatches")}</p>}
          <div className="stack-l">
            {matches.map((match) => (
              <MatchCard
                key={match.exerciseId}
                match={newest(match, decided.get(match.exerciseId))}
                take={(now) => setDecided((known) => new Map([...known, [now.exerciseId, now]]))}
              />
            ))}
          </div>
          <MorePages look={list} />
        </>
      )}
    </LookView>
  );
}

type Match = components["schemas"]["ThumbnailMatch"];

/** The list may have been read again after the decision. */
const newest = (read: Match, decided: Match | undefined): Match =>
  decided !== undefined && decided.revision > read.revision ? decided : read;
