import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { routeAddress } from "../client/route-address.ts";
import type { SentText } from "../drafts/use-unsent-text.ts";
import { useConsole } from "../frame/console-context.ts";
import { useMe } from "../frame/use-me.ts";
import { useOffReason } from "../frame/use-off-reason.ts";
import { useLater } from "../kit/hooks/use-later.ts";
import { useNow } from "../kit/hooks/use-now.ts";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { laterDialog } from "../kit/later-dialog.tsx";
import { Failed, Loading } from "../kit/states.tsx";
import { UndoBar } from "../kit/undo-bar.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { ActBar } from "./acts/act-bar.tsx";
import type { AskedAct } from "./acts/act-dialog.tsx";
import { type InboxAct, markInboxRead, startTask } from "./acts/acts.ts";
import { EmptyInbox } from "./empty-inbox.tsx";
import { InboxHead } from "./inbox-head.tsx";
import { countsQuery, inboxQuery, type InboxTask } from "./inbox-query.ts";
import { afterLeaving, arrangeRows, neighbourOf } from "./list-entries.ts";
import { AwayTask } from "./away/away-task.tsx";
import { useAwayTask } from "./away/use-away-task.ts";
import { Preview } from "./preview/preview.tsx";
import { TaskList } from "./task-list.tsx";
import { useActButtons } from "./acts/use-act-buttons.ts";
import { useInboxActs } from "./acts/use-inbox-acts.ts";
import { usePrefetch } from "./prefetch/use-prefetch.ts";
import { usePicked } from "./use-picked.ts";
import { useSteadyRows } from "./use-steady-rows.ts";
import { countOf, VIEWS, viewOf } from "./views.ts";
import { ViewTabs } from "./view-tabs.tsx";
import { WaitingRows } from "./waiting-rows.tsx";

const route = getRouteApi("/inbox/{-$taskId}");
const acting = laterDialog(async () => (await import("./acts/act-dialog.tsx")).ActDialog);

/** The tasks that need a person, most important first, and the one that is open. */
export function InboxPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace, user } = useMe();
  const { workspaceId } = workspace;
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const { taskId = null } = route.useParams();
  const search = route.useSearch();
  const view = viewOf(search.view ?? "all");
  const grouping = search.group ?? "score";
  const now = useNow();
  const isReadOnly = useOffReason() !== null;
  const list = useInfiniteQuery(inboxQuery(api, { workspaceId, userId: user.userId, view }));
  const counts = useQuery(countsQuery(api, workspaceId));
  const { act, report, leaving, refusals, done, dismissDone } = useInboxActs(workspaceId);
  const [asked, setAsked] = useState<AskedAct | null>(null);
  useLater(acting.load);

  const { shown, waiting, showWaiting } = useSteadyRows(view.id, list.data?.pages ?? NO_PAGES);
  // A key that moves the cursor through thousands of rows must not arrange them anew.
  const { entries, tasks } = useMemo(
    () => arrangeRows(shown, leaving, grouping),
    [shown, leaving, grouping],
  );
  const current = tasks.find((task) => task.taskId === taskId) ?? null;
  usePrefetch(workspaceId, tasks);
  const picked = usePicked(tasks);
  const isAway = current === null && !list.isPending && !leaving.has(taskId ?? "");
  const away = useAwayTask({ workspaceId, taskId, isAway });
  const opened = current ?? away?.data ?? null;
  const open = opened === null ? [] : [opened];
  const chosen = picked.tasks.length > 0 ? picked.tasks : open;

  const goTo = (id: string | null) =>
    void navigate({ params: { taskId: id ?? undefined }, search: true, replace: true });
  const step = (by: number) => goTo(neighbourOf(tasks, taskId, by)?.taskId ?? null);
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
  useKeys([
    { keys: ["j", "ArrowDown"], label: t("keys.move"), run: () => step(1), isShown: true },
    { keys: ["k", "ArrowUp"], label: t("keys.move"), run: () => step(-1) },
    {
      keys: ["x"],
      label: t("inbox.act.select"),
      run: () => current && picked.toggle(current),
      isShown: true,
      isOff: current === null,
    },
    { keys: ["Shift J"], label: t("inbox.act.extend"), run: () => extend(1) },
    { keys: ["Shift K"], label: t("inbox.act.extend"), run: () => extend(-1) },
    { keys: ["Shift H"], label: t("inbox.showSnoozed"), run: () => show("snoozed") },
    ...VIEWS.map(({ id, name }, index) => ({
      keys: [String(index + 1)] as const,
      label: t(name),
      run: () => show(id),
    })),
    ...buttons.map(({ keys, name, run, offReason }) => ({
      keys: [keys] as const,
      label: t(name),
      run,
      isShown: true,
      isOff: offReason !== undefined,
    })),
    {
      keys: ["z"],
      label: t("inbox.act.undo"),
      run: () => done?.undo?.(),
      isOff: !done?.undo,
    },
    {
      keys: ["m"],
      label: t("inbox.act.markRead"),
      isOff: isReadOnly,
      run: () => void markRead(),
    },
    { keys: ["Escape"], label: t("keys.back"), run: back },
  ]);

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
        arrange={(group) =>
          void navigate({ params: true, search: { ...search, group }, replace: true })
        }
        markRead={() => void markRead()}
      />
      <ViewTabs
        current={view.id}
        grouping={grouping}
        counts={counts.data}
        clientNames={tasks.map(({ client }) => client.displayName)}
        open={(saved) => {
          picked.clear();
          void navigate({ params: { taskId: undefined }, search: saved });
        }}
      />
      {picked.tasks.length > 0 && (
        <div className="banner info" role="status">
          <b className="grow">{t("inbox.selected", { count: picked.tasks.length })}</b>
          <Button kind="quiet" onPress={picked.clear}>
            {t("inbox.clearSelection")}
          </Button>
        </div>
      )}
      <div className={opened === null && away === null ? "split" : "split opened"}>
        <div className="split-list">
          {list.isPending && <Loading />}
          {list.isError && <Failed error={list.error} retry={() => void list.refetch()} />}
          <WaitingRows waiting={waiting} show={showWaiting} />
          {list.data && tasks.length === 0 && waiting.length === 0 && (
            <EmptyInbox
              isActing={leaving.size > 0}
              {...{ workspaceId, view, list, counts, show }}
            />
          )}
          {tasks.length > 0 && (
            <TaskList
              entries={entries}
              current={taskId}
              now={now}
              refusals={refusals}
              picked={picked.ids}
              total={countOf(view, counts.data)}
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
            show={(id) => void navigate({ params: true, search: { ...search, view: id } })}
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
      {done && <UndoBar done={done} dismiss={dismissDone} />}
    </>
  );

  async function markRead(): Promise<void> {
    const readThrough = list.data?.pages[0]?.shownThrough ?? null;
    if (readThrough === null) return;
    await markInboxRead(api, { workspaceId, readThrough }).catch((error: unknown) =>
      report(error, []),
    );
    await queries.invalidateQueries({ queryKey: ["inbox", workspaceId] });
  }

  function extend(by: number): void {
    if (current !== null) picked.add(current);
    const next = neighbourOf(tasks, taskId, by);
    if (next === null) return;
    picked.add(next);
    goTo(next.taskId);
  }

  function show(id: string): void {
    picked.clear();
    void navigate({ params: { taskId: undefined }, search: { ...search, view: viewOf(id).id } });
  }

  function back(): void {
    if (picked.tasks.length > 0) picked.clear();
    else goTo(null);
  }
}

const NO_PAGES: readonly { readonly items: readonly InboxTask[] }[] = [];

/** Acts after which the cursor stays with its row. */
const STAYING: ReadonlySet<InboxAct["action"]> = new Set(["PIN", "UNPIN", "ASSIGN"]);
