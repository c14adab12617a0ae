import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useConsole } from "../frame/console-context.ts";
import { NotFound } from "../frame/not-found.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { Empty } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";
import { ReasonBanner } from "./access/reason-banner.tsx";
import { ReasonGate } from "./access/reason-gate.tsx";
import { ReasonsProvider } from "./access/use-reasons.tsx";
import { ITEM_PAGES } from "./item-pages.ts";
import { LIST_PAGES } from "./list-pages.ts";
import { FindPage } from "./people/find-page.tsx";
import { SearchBox } from "./search-box.tsx";
import type { Sought } from "./sought.ts";
import { SUPPORT_PATH } from "./support-pages.ts";
import { type Place, supportPlace } from "./support-place.ts";

/** The pages of support. A person without the role reads that, and the page calls no route. */
export function SupportPage(): ReactNode {
  const { t } = useTexts();
  const { session } = useConsole();
  const { part, itemId } = useParams({ strict: false });
  const place = supportPlace(part, itemId);
  if (session.staffRole() === null)
    return (
      <>
        <PageHead title={t("support.title")} />
        <Empty title={t("support.noAccess")}>
          <p>{t("support.noAccessLead")}</p>
        </Empty>
      </>
    );
  if (place === null) return <NotFound />;
  return (
    <ReasonsProvider>
      <Desk place={place} />
    </ReasonsProvider>
  );
}

/** Banner, search and content. A search shows below the search's own address, which does not name it. */
function Desk({ place }: { readonly place: Place }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [sought, setSought] = useState<Sought | null>(null);
  const search = (wanted: Sought) => {
    setSought(wanted);
    const params = wanted.kind === "REQUEST" ? { part: "requests", itemId: wanted.id } : {};
    void navigate({ to: SUPPORT_PATH, params });
  };
  const subject = subjectOf(place, sought);
  return (
    <>
      {isAudited(place) && <ReasonBanner key={subject} subject={subject} />}
      <PageHead title={t("support.title")} facts={<SearchBox search={search} />} />
      <div className="body support">
        <div className="page">
          {place.kind === "FIND" && <FindPage sought={sought} subject={subject} />}
          {place.kind !== "FIND" && <Opened key={subject} place={place} subject={subject} />}
        </div>
      </div>
    </>
  );
}

/** Lists of the administration show nobody's records, so they need no reason. */
const isAudited = (place: Place): boolean =>
  place.kind !== "LIST" || LIST_PAGES[place.list].needsReason;

/** A page that reads something, behind its reason if it needs one. */
function Opened({ place, subject }: OpenedProps): ReactNode {
  if (place.kind === "ITEM") {
    const Item = ITEM_PAGES[place.item];
    return (
      <ReasonGate subject={subject}>
        <Item itemId={place.itemId} subject={subject} />
      </ReasonGate>
    );
  }
  const { List } = LIST_PAGES[place.list];
  return isAudited(place) ? (
    <ReasonGate subject={subject}>
      <List subject={subject} />
    </ReasonGate>
  ) : (
    <List subject={subject} />
  );
}

interface OpenedProps {
  readonly place: Exclude<Place, { readonly kind: "FIND" }>;
  readonly subject: string;
}

/** The subject of a page, from its address; a search is about its contact. */
function subjectOf(place: Place, sought: Sought | null): string {
  if (place.kind === "ITEM") return `${place.item}:${place.itemId}`;
  if (place.kind === "LIST") return place.list;
  return sought?.kind === "CONTACT" ? `find:${JSON.stringify(sought.contact)}` : "find";
}
