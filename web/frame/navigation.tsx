import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Icon } from "../kit/icon.tsx";
import { Menu } from "../kit/menu.tsx";
import { SUPPORT_PATH, supportPages } from "../support/support-pages.ts";
import { useTexts } from "../texts/use-texts.ts";
import { useConsole } from "./console-context.ts";
import { overviewQuery } from "./overview-query.ts";
import { PAGES, type Page, type PageGroup } from "./pages.ts";
import { useMe } from "./use-me.ts";

/** The pages of one group, as the links of the navigation at the side. */
export function PageLinks({ group }: { readonly group: PageGroup }): ReactNode {
  return (
    <ul>
      {ALL.filter((page) => page.group === group).map((page) => (
        <li key={page.path}>
          <PageLink page={page} />
        </li>
      ))}
    </ul>
  );
}

/** The navigation of a narrow screen: the pages of every morning, and a menu of all others. */
export function BottomNavigation(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { session } = useConsole();
  return (
    <nav className="bottom" aria-label={t("frame.main")}>
      {ALL.filter(({ isBelow }) => isBelow === true).map((page) => (
        <PageLink key={page.path} page={page} />
      ))}
      <Menu
        button={
          <AriaButton className="more">
            <Icon name="menu" />
            {t("frame.more")}
          </AriaButton>
        }
        items={[
          ...ALL.filter(({ isBelow }) => isBelow !== true).map(({ path, name }) => ({
            id: path,
            name: t(name),
            run: () => void navigate({ to: path }),
          })),
          ...supportPages(session.staffRole()).map(({ part, name }) => ({
            id: name,
            name: t(name),
            run: () => void navigate({ to: SUPPORT_PATH, params: { part } }),
          })),
        ]}
      />
    </nav>
  );
}

type KnownPage = Page & (typeof PAGES)[number];
const ALL: readonly KnownPage[] = PAGES;

function PageLink({ page }: { readonly page: KnownPage }): ReactNode {
  const { t, formats } = useTexts();
  const { api } = useConsole();
  const { workspace } = useMe();
  const overview = useQuery(overviewQuery(api, workspace.workspaceId)).data;
  return (
    <Link to={page.path} activeProps={{ "aria-current": "page" }}>
      <Icon name={page.icon} />
      {t(page.name)}
      {overview && page.count && (
        <span className={page.isHot?.(overview) === true ? "n hot" : "n"}>
          {formats.number(page.count(overview))}
        </span>
      )}
    </Link>
  );
}
