import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect } from "react";
import { useConsole } from "../frame/console-context.ts";
import { overviewKey } from "../frame/overview-query.ts";
import { Button } from "../kit/button.tsx";
import { Empty, Failed, Loading } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { type EmptyState, emptyState } from "./empty-state.ts";
import { urgentQuery } from "./inbox-query.ts";
import type { InboxCounts, InboxView, ViewId } from "./views.ts";

/** A list without rows: what that means, and one next step. */
export function EmptyInbox(props: EmptyInboxProps): ReactNode {
  const { workspaceId, view, list, counts, isActing, isNarrowed, show } = props;
  const { api } = useConsole();
  const queries = useQueryClient();
  const isPart = isNarrowed || view.id !== "all";
  const urgent = useQuery({ ...urgentQuery(api, workspaceId), enabled: isPart });
  const state = emptyState({
    isPart,
    list: { isFetching: list.isFetching || isActing, readAt: list.dataUpdatedAt },
    counts: {
      isFetching: counts.isFetching,
      isFailed: counts.isError,
      readAt: counts.dataUpdatedAt,
      data: counts.data,
    },
    urgent: urgent.isFetching ? null : (urgent.data ?? null),
  });
  const readAgain = useCallback(() => {
    void queries.invalidateQueries({ queryKey: ["inbox", workspaceId] });
    void queries.invalidateQueries({ queryKey: overviewKey(workspaceId) });
  }, [queries, workspaceId]);
  const isOfTwoReads = state.kind === "OF_TWO_READS";
  useEffect(() => {
    if (isOfTwoReads) readAgain();
  }, [isOfTwoReads, readAgain]);
  if (urgent.isError) return <Failed error={urgent.error} retry={() => void urgent.refetch()} />;
  return (
    <EmptyWords state={state} hasOthers={(counts.data?.badge ?? 0) > 0} {...{ show, readAgain }} />
  );
}

interface EmptyInboxProps {
  readonly workspaceId: string;
  readonly view: InboxView;
  readonly list: Pick<UseQueryResult, "isFetching" | "dataUpdatedAt">;
  readonly counts: Pick<
    UseQueryResult<InboxCounts>,
    "isFetching" | "isError" | "dataUpdatedAt" | "data"
  >;
  /** True while an act has hidden rows whose answer is awaited. */
  readonly isActing: boolean;
  /** True while a filter hides rows of the view. */
  readonly isNarrowed: boolean;
  readonly show: (view: ViewId) => void;
}

function EmptyWords({ state, hasOthers, show, readAgain }: EmptyWordsProps): ReactNode {
  const { t } = useTexts();
  switch (state.kind) {
    case "READING":
    case "OF_TWO_READS":
      return <Loading />;
    case "UNSURE":
      return (
        <Empty title={t("inbox.unsure")}>
          <p>{t("inbox.unsureLead")}</p>
          <Button onPress={readAgain}>{t("inbox.readAgain")}</Button>
        </Empty>
      );
    case "HIDES_URGENT":
      return (
        <Empty title={t("inbox.emptyView")}>
          <p>
            {t(state.hasMore ? "inbox.hiddenUrgentMore" : "inbox.hiddenUrgent", {
              count: state.count,
            })}
          </p>
          <Button kind="go" keys="2" onPress={() => show("high")}>
            {t("inbox.showUrgent")}
          </Button>
        </Empty>
      );
    case "VIEW_IS_EMPTY":
      return (
        <Empty title={t("inbox.emptyView")}>
          {hasOthers && <p>{t("inbox.emptyViewLead")}</p>}
          <Button keys="1" onPress={() => show("all")}>
            {t("inbox.showAll")}
          </Button>
        </Empty>
      );
    case "NOTHING_LEFT":
      return (
        <Empty title={t("inbox.empty")}>
          {state.snoozed > 0 && (
            <>
              <p>{t("inbox.emptySnoozed", { count: state.snoozed })}</p>
              <Button keys="Shift H" onPress={() => show("snoozed")}>
                {t("inbox.showSnoozed")}
              </Button>
            </>
          )}
        </Empty>
      );
  }
}

interface EmptyWordsProps {
  readonly state: EmptyState;
  /** True if other views have open tasks. */
  readonly hasOthers: boolean;
  readonly show: (view: ViewId) => void;
  readonly readAgain: () => void;
}
