import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { useConsole } from "../frame/console-context.ts";
import { Icon } from "../kit/icon.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import { SUPPORT_PATH, supportPages } from "./support-pages.ts";
import type { ItemPart, ListPart } from "./support-place.ts";

/** The pages of support in the navigation at the side; nothing for a person without the role. */
export function SupportLinks(): ReactNode {
  const { t } = useTexts();
  const { session } = useConsole();
  const navigate = useNavigate();
  const pages = supportPages(session.staffRole());
  const open = () => void navigate({ to: SUPPORT_PATH, params: {} });
  useKeys(pages.length === 0 ? [] : [{ keys: ["g u"], label: t("support.title"), run: open }]);
  if (pages.length === 0) return null;
  return (
    <>
      <h2>{t("support.title")}</h2>
      <ul>
        {pages.map(({ part, name, icon }) => (
          <li key={name}>
            <SupportPageLink part={part}>
              <Icon name={icon} />
              {t(name)}
            </SupportPageLink>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A link of the navigation, marked where its page is open. People, devices and requests belong to the search. */
export function SupportPageLink({ part, children }: SupportPageLinkProps): ReactNode {
  const { pathname } = useLocation();
  const [, room, open] = pathname.split("/");
  const isListed = supportPages("admin").some((page) => page.part === open);
  const isOpen = room === "support" && (part === undefined ? !isListed : part === open);
  return (
    <Link
      to={SUPPORT_PATH}
      params={{ part, itemId: undefined }}
      preload={false}
      // The search is open with each thing that it leads to, and not with the lists beside it.
      activeOptions={{ exact: true }}
      {...(isOpen && { "aria-current": "page" as const })}
    >
      {children}
    </Link>
  );
}

interface SupportPageLinkProps {
  readonly part: ListPart | undefined;
  readonly children: ReactNode;
}

/** A link to one thing. Nothing is read before it is followed. The next step of a view takes the focus. */
export function SupportLink({ part, itemId, className, ...rest }: SupportLinkProps): ReactNode {
  const { takesFocus = false, children } = rest;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) link.current?.focus();
  }, [takesFocus]);
  return (
    <Link
      ref={link}
      to={SUPPORT_PATH}
      params={{ part, itemId }}
      preload={false}
      {...(className !== undefined && { className })}
    >
      {children}
    </Link>
  );
}

interface SupportLinkProps {
  readonly part: ItemPart;
  readonly itemId: string;
  readonly className?: string;
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}
