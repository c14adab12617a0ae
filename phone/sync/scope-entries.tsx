import { useMemo } from "react";
import { useSeconds } from "./use-seconds.ts";
import { centreView } from "../../device/centre/views/centre-view.ts";
import { useEntries } from "../../device/react/use-entries.ts";
import type { Scope } from "../../device/types.ts";
import { pageNow } from "../developer/page-faults.ts";
import { shownFault } from "../app/shown-fault.ts";
import { useNow } from "../app/use-now.ts";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { CentreEntryRow } from "./centre-entry-row.tsx";

/** The entries of one coaching, by what they need. A coach sees only clients about whom there are entries. */
export function ScopeEntries({ scope, isAlone }: ScopeEntriesProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const { value: centre, error } = useEntries(scope);
  const now = useNow();
  const second = useSeconds(centre?.entries.some(({ undoUntil }) => undoUntil !== null) === true);
  const view = useMemo(
    // The list changes in between: its words are those of this moment.
    () => (centre === undefined ? null : centreView(language, centre, { now: pageNow() })),
    [centre, language, now, second],
  );
  if (centre === undefined && shownFault(error) !== null)
    return (
      <p className="empty" role="alert">
        {texts.libraryFailed}
      </p>
    );
  if (centre === undefined || view === null)
    return isAlone ? <p className="empty soft">{texts.opening}</p> : null;
  if (view.groups.length === 0) return isAlone ? <NoEntries /> : null;
  return (
    <>
      <p className="soft">{view.summary}</p>
      {view.groups.map((group) => (
        <section key={group.group} className="card">
          <header>
            <h2 className="grow">{group.title}</h2>
            <span className="meta">{group.count}</span>
          </header>
          <ul>
            {group.entries.slice(0, SHOWN).map((shown) => {
              const entry = centre.entries.find(
                ({ clientOperationId }) => clientOperationId === shown.clientOperationId,
              );
              return entry === undefined ? null : (
                <CentreEntryRow
                  key={shown.clientOperationId}
                  scope={scope}
                  entry={entry}
                  shown={shown}
                />
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
}

interface ScopeEntriesProps {
  readonly scope: Scope;
  /** Whether it is the only coaching: then it also says that there is nothing. */
  readonly isAlone: boolean;
}

/** Maximum number of entries shown in a group; the server keeps the whole history. */
const SHOWN = 50;

function NoEntries() {
  const texts = useTexts();
  return (
    <section className="empty">
      <h2>{texts.noEntries}</h2>
      <p>{texts.noEntriesWhy}</p>
    </section>
  );
}
