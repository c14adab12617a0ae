import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { ROSTER_SORTS } from "../../contract/inbox/console/vocabulary.ts";
import { useConsole } from "../frame/console-context.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useMe } from "../frame/use-me.ts";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { Failed, Loading } from "../kit/states.tsx";
import { useNow } from "../kit/hooks/use-now.ts";
import { useTexts } from "../texts/use-texts.ts";
import { rememberList } from "./came-from.ts";
import { EmptyRoster } from "./empty-roster.tsx";
import { NoClients } from "./no-clients.tsx";
import { RosterFilters } from "./roster-filters.tsx";
import { rosterQuery } from "./roster-query.ts";
import { type RosterSearch, rosterSearch } from "./roster-search.ts";
import { RosterTable } from "./roster-table.tsx";
import { ROSTER_VIEWS, USUAL_VIEW, clientsInView, quietFrom } from "./roster-views.ts";
import { RosterTabs } from "./roster-tabs.tsx";
import { useInvitations } from "./use-invitations.tsx";
import { useRosterSearch } from "./use-roster-search.ts";

/** The clients of the workspace: who needs a person and why, and how each is doing. */
export function RosterPage(): ReactNode {
  const { t } = useTexts();
  const { api } = useConsole();
  const { workspace, user } = useMe();
  const search = useRosterSearch();
  const navigate = useNavigate({ from: "/clients" });
  const queries = useQueryClient();
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [hasFilters, setHasFilters] = useState(isFiltered(search));
  const sort = search.sort ?? "ATTENTION";
  const view = search.view ?? USUAL_VIEW;
  const status = view === "ended" ? "ENDED" : search.status;
  const roster = useQuery(
    rosterQuery(api, {
      workspaceId: workspace.workspaceId,
      sort,
      status: status === undefined ? {} : { status },
    }),
  );
  const clients = roster.data ?? [];
  // Without a client the page has one act, where the list would stand.
  const isForEver = roster.data?.length === 0 && status === undefined;
  const invitations = useInvitations();
  const reader = { userId: user.userId, now };
  const shown = clientsInView(clients, { ...search, view, typed, reader });
  const change = (changes: Partial<Record<keyof RosterSearch, string | undefined>>) =>
    void navigate({ search: (before) => withChanges(before, changes), replace: true });
  const nextSort = ROSTER_SORTS[(ROSTER_SORTS.indexOf(sort) + 1) % ROSTER_SORTS.length];
  const open = (relationshipId: string) => {
    rememberList(
      queries,
      shown.map((client) => client.relationshipId),
    );
    void navigate({
      to: "/clients/$relationshipId/$tab",
      params: { relationshipId, tab: "today" },
    });
  };
  useKeys([
    { keys: ["/"], label: t("clients.key.find"), isShown: true, run: () => field.current?.focus() },
    {
      keys: ["s"],
      label: t("clients.key.sort"),
      isShown: true,
      run: () => change({ sort: nextSort }),
    },
    {
      keys: ["f"],
      label: t("clients.key.filter"),
      isShown: true,
      run: () => setHasFilters(!hasFilters),
    },
    ...ROSTER_VIEWS.map(({ id }, index) => ({
      keys: [String(index + 1)] as const,
      label: t(`clients.view.${id}`),
      run: () => change({ view: id }),
    })),
  ]);
  return (
    <>
      <PageHead
        title={t("clients.title")}
        facts={view === "ended" ? null : <Counts clients={clients} />}
      >
        <input
          ref={field}
          type="search"
          className="input find"
          aria-label={t("clients.find")}
          placeholder={t("clients.find")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === "Escape" && setTyped("")}
        />
        <Button
          kind="quiet"
          icon="filter"
          keys="f"
          aria-expanded={hasFilters}
          onPress={() => setHasFilters(!hasFilters)}
        >
          {t("clients.filter")}
        </Button>
        <Button kind="quiet" keys="s" onPress={() => change({ sort: nextSort })}>
          {t(`clients.sort.${sort}`)}
        </Button>
        {!isForEver && (
          <Button
            kind="go"
            icon="plus"
            keys="i"
            offReason={invitations.offReason}
            onPress={invitations.invite}
          >
            {t("onboarding.invite")}
          </Button>
        )}
      </PageHead>
      <RosterTabs
        clients={clients}
        search={search}
        reader={reader}
        open={(saved) => {
          setHasFilters(isFiltered(saved));
          void navigate({ search: saved });
        }}
      />
      {hasFilters && <RosterFilters clients={clients} search={search} change={change} />}
      {roster.isPending && <Loading rows={10} />}
      {roster.isError && <Failed error={roster.error} retry={() => void roster.refetch()} />}
      {isForEver && <NoClients invitations={invitations} />}
      {roster.data && shown.length === 0 && !isForEver && (
        <EmptyRoster
          showAll={() => {
            setTyped("");
            void navigate({ search: { view: "all" } });
          }}
        />
      )}
      {shown.length > 0 && (
        <RosterTable clients={shown} quietFrom={quietFrom(shown, view)} now={now} open={open} />
      )}
      {invitations.dialog}
    </>
  );
}

const isFiltered = ({ status, bucket, coach }: RosterSearch): boolean =>
  status !== undefined || bucket !== undefined || coach !== undefined;

function Counts({
  clients,
}: {
  readonly clients: readonly { readonly status: string }[];
}): ReactNode {
  const { t } = useTexts();
  const of = (status: string) => clients.filter((client) => client.status === status).length;
  if (clients.length === 0) return null;
  const [active, onboarding, paused] = [of("ACTIVE"), of("ONBOARDING"), of("PAUSED")];
  return <span className="meta">{t("clients.counts", { active, onboarding, paused })}</span>;
}

/** The address with some parts changed; an empty value takes a part away. */
function withChanges(
  before: RosterSearch,
  changes: Partial<Record<keyof RosterSearch, string | undefined>>,
): RosterSearch {
  const merged = Object.entries({ ...before, ...changes }).filter(([, value]) => value);
  return rosterSearch(Object.fromEntries(merged));
}
