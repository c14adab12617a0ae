import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { routeAddress } from "../client/route-address.ts";
import type { SentText } from "../drafts/use-unsent-text.ts";
import { useConsole } from "../frame/console-context.ts";
import { overviewKey } from "../frame/overview-query.ts";
import { useMe } from "../frame/use-me.ts";
import { useActReason } from "../frame/use-act-reason.ts";
import { useLater } from "../kit/hooks/use-later.ts";
import { useNow } from "../kit/hooks/use-now.ts";
import { Button } from "../kit/button.tsx";
import { laterDialog } from "../kit/later/later-dialog.tsx";
import { Failed, Loading } from "../kit/states.tsx";
import { UndoBar } from "../kit/undo-bar.tsx";
import { readAppearance } from "../settings/appearance/appearance.ts";
import { texts } from "../texts/i18n.ts";
import { useTexts } from "../texts/use-texts.ts";
import { ActBar } from "./acts/act-bar.tsx";
import type { AskedAct } from "./acts/act-dialog.tsx";
import { type InboxAct, markInboxRead, startTask } from "./acts/acts.ts";
import { EmptyInbox } from "./empty-inbox.tsx";
import { FilterNote } from "./filter/filter-note.tsx";
import { type InboxFilter, filterOf, isNarrowing } from "./filter/inbox-filter.ts";
import { InboxHead } from "./inbox-head.tsx";
import type { InboxTask } from "./inbox-query.ts";
import { afterLeaving } from "./list-entries.ts";
import { AwayTask } from "./away/away-task.tsx";
import { useAwayTask } from "./away/use-away-task.ts";
import { Preview } from "./preview/preview.tsx";
import { TaskList } from "./task-list.tsx";
import { useActButtons } from "./acts/use-act-buttons.ts";
import { useInboxActs } from "./acts/use-inbox-acts.ts";
import { PickedNote } from "./page/picked-note.tsx";
import { useInboxAddress } from "./page/use-inbox-address.ts";
import { useInboxCounts } from "./page/use-inbox-counts.ts";
import { useInboxKeys } from "./page/use-inbox-keys.ts";
import { useInboxMoves } from "./page/use-inbox-moves.ts";
import { useListFocus } from "./page/use-list-focus.ts";
import { usePrefetch } from "./prefetch/use-prefetch.ts";
import { useInboxRows } from "./rows/use-inbox-rows.ts";
import { usePicked } from "./use-picked.ts";
import { countOf, viewOf } from "./views.ts";
import { ViewTabs } from "./view-tabs.tsx";
import { WaitingRows } from "./waiting-rows.tsx";

const route = getRouteApi("/inbox/{-$taskId}");
const acting = laterDialog(async () => (await import("./acts/act-dialog.tsx")).ActDialog);
const filtering = laterDialog(async () => {
  const load = import("./filter/filter-dialog.tsx");
  const [{ FilterDialog }] = await Promise.all([load, texts.loadLater()]);
  return FilterDialog;
});

/** The tasks that need a person, most important first, and the one that is open. */
export function InboxPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace, user } = useMe();
  const { workspaceId } = workspace;
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const { taskId, search } = useInboxAddress();
  const view = viewOf(search.view ?? "all");
  const filter = filterOf(view, search);
  const grouping = search.group ?? "score";
  const now = useNow();
  const isReadOnly = useActReason() !== null;
  const counts = useInboxCounts(workspaceId);
  const { act, report, leaving, refusals, done, dismissDone } = useInboxActs(workspaceId);
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const [isFiltering, setIsFiltering] = useState(false);
  useLater(acting.load, filtering.load);

  const { list, entries, tasks, waiting, showWaiting, isRead } = useInboxRows({
    place: { workspaceId, userId: user.userId, view, filter },
    grouping,
    leaving,
    hasSnoozed: (counts.data?.snoozed ?? 0) > 0,
  });
  const current = tasks.find((task) => task.taskId === taskId) ?? null;
  usePrefetch(workspaceId, tasks);
  useListFocus([view.id, filter.type, filter.coach].join(" "), tasks.length);
  const picked = usePicked(tasks);
  const isAway = current === null && isRead && !leaving.has(taskId ?? "");
  const away = useAwayTask({ workspaceId, taskId, isAway });
  const opened = current ?? away?.data ?? null;
  const open = opened === null ? [] : [opened];
  const chosen = picked.tasks.length > 0 ? picked.tasks : open;

  const moves = useInboxMoves({ tasks, current, picked, taskId, search });
  const { goTo } = moves;
  const finish = (wanted: InboxAct, note?: SentText) => {
    setAsked(null);
    const gone = new Set(chosen.map((task) => task.taskId));
    void act(chosen, wanted, note);
    picked.clear();
    // An act on a task that the list does not show moves nothing: its new state stands in its place.
    if (current !== null && !STAYING.has(wanted.action)) goTo(afterLeaving(tasks, taskId, gone));
  };
  const start = (task: InboxTask) => {
    const source = task.route === null ? null : routeAddress(task.route);
    void startTask(api, { workspaceId, task }).catch((error: unknown) => report(error, [task]));
    if (source !== null) void navigate({ href: source });
  };
  const buttons = useActButtons(chosen, { act: finish, ask: setAsked, start });
  useInboxKeys({
    ...moves,
    toggle: () => current && picked.toggle(current),
    hasCurrent: current !== null,
    preview: opened === null ? () => moves.step(1) : intoPreview(),
    filter: () => setIsFiltering(true),
    buttons,
    undo: done?.undo ?? null,
    markRead: isReadOnly ? null : () => void markRead(),
  });

  const toList = (
    <Button kind="quiet" icon="left" onPress={() => goTo(null)}>
      {t("inbox.title")}
    </Button>
  );
  return (
    <>
      <InboxHead
        counts={counts.data}
        grouping={grouping}
        arrange={moves.arrange}
        markRead={() => void markRead()}
        filter={() => setIsFiltering(true)}
      />
      <ViewTabs
        current={view.id}
        grouping={grouping}
        filter={filter}
        counts={counts.data}
        clientNames={tasks.map(({ client }) => client.displayName)}
        open={moves.change}
      />
      <FilterNote filter={filter} clear={() => moves.narrow(NO_FILTER)} />
      <PickedNote count={picked.tasks.length} clear={picked.clear} />
      <div className={opened === null && away === null ? "split" : "split opened"}>
        <div className="split-list">
          {list.isPending && <Loading />}
          {list.isError && <Failed error={list.error} retry={() => void list.refetch()} />}
          <WaitingRows waiting={waiting} show={showWaiting} />
          {list.data && tasks.length === 0 && waiting.length === 0 && (
            <EmptyInbox
              isActing={leaving.size > 0}
              isNarrowed={isNarrowing(filter)}
              show={moves.show}
              {...{ workspaceId, view, list, counts }}
            />
          )}
          {tasks.length > 0 && (
            <TaskList
              entries={entries}
              current={taskId}
              now={now}
              refusals={refusals}
              picked={picked.ids}
              total={isNarrowing(filter) ? null : countOf(view, counts.data)}
              snoozed={counts.data?.snoozed ?? null}
              open={(task) => goTo(task.taskId)}
              pick={picked.toggle}
              loadMore={() => {
                if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
              }}
            />
          )}
        </div>
        {current && (
          <Preview task={current} now={now}>
            {toList}
            <ActBar buttons={buttons} />
          </Preview>
        )}
        {away && (
          <AwayTask
            read={away}
            now={now}
            view={view.id}
            refusal={refusals.get(taskId ?? "")}
            show={moves.showBeside}
            back={() => goTo(null)}
          >
            {toList}
            <ActBar buttons={buttons} />
          </AwayTask>
        )}
      </div>
      {asked && (
        <acting.Dialog
          kind={asked}
          tasks={chosen}
          now={now}
          choose={finish}
          close={() => setAsked(null)}
        />
      )}
      {isFiltering && (
        <filtering.Dialog
          view={view}
          filter={filter}
          choose={(wanted) => {
            setIsFiltering(false);
            moves.narrow(wanted);
          }}
          close={() => setIsFiltering(false)}
        />
      )}
      {done && <UndoBar done={done} dismiss={dismissDone} />}
    </>
  );

  async function markRead(): Promise<void> {
    const readThrough = list.data?.pages[0]?.shownThrough ?? null;
    if (readThrough === null) return;
    await markInboxRead(api, { workspaceId, readThrough }).catch((error: unknown) =>
      report(error, []),
    );
    void queries.invalidateQueries({ queryKey: overviewKey(workspaceId) });
    await queries.invalidateQueries({ queryKey: ["inbox", workspaceId] });
  }
}

/** Takes the focus into the preview; null where a cover hides it until its own key opens it. */
const intoPreview = (): (() => void) | null =>
  readAppearance().preview === "covered"
    ? null
    : () => document.querySelector<HTMLElement>(".preview h2")?.focus();

const NO_FILTER: InboxFilter = { type: null, coach: null };

/** Acts after which the cursor stays with its row. */
const STAYING: ReadonlySet<InboxAct["action"]> = new Set(["PIN", "UNPIN", "ASSIGN"]);
