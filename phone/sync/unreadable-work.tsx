import { useMemo, useState } from "react";
import type { UnreadableItemView, UnreadableView } from "../../device/centre/views/types.ts";
import { unreadableView } from "../../device/centre/views/unreadable-view.ts";
import { useUnreadable } from "../../device/react/use-unreadable.ts";
import type { Device, Scope } from "../../device/types.ts";
import { useNow } from "../app/use-now.ts";
import { useLanguage, useTexts } from "../texts/language.tsx";
import { useDiscardUnreadable } from "./use-centre.ts";

/**
 * The drafts and requests of one coaching, or the requests of no coaching, that this device cannot read any more.
 * Nothing is shown if there are none.
 */
export function UnreadableWork({ place }: { readonly place: Scope | Device }) {
  const { language } = useLanguage();
  const { value: unreadable = [] } = useUnreadable(place);
  const now = useNow();
  const view = useMemo(
    () => unreadableView(language, unreadable, { now }),
    [language, unreadable, now],
  );
  if (unreadable.length === 0) return null;
  return (
    <section className="card">
      <header>
        <h2 className="grow">{view.title}</h2>
        <span className="meta">{unreadable.length}</span>
      </header>
      <p className="note">{view.why}</p>
      <ul>
        {view.items.map((item) => (
          <UnreadableRow key={item.id} place={place} item={item} discard={view.discard} />
        ))}
      </ul>
    </section>
  );
}

function UnreadableRow({ place, item, discard }: UnreadableRowProps) {
  const texts = useTexts();
  const deleting = useDiscardUnreadable(place);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <li className="line attention">
      <b>{item.what}</b>
      <span className="hint">{item.made}</span>
      <span className="soft">{item.advice}</span>
      {isAsked && (
        <div className="panel" role="alert">
          <p>{discard.consequence}</p>
          <div className="buttons">
            <button className="btn go" type="button" onClick={() => setIsAsked(false)}>
              {texts.keepEntry}
            </button>
            <button
              className="btn bad"
              type="button"
              disabled={deleting.isBusy}
              onClick={() => void deleting.discard({ id: item.id })}
            >
              {discard.label}
            </button>
          </div>
        </div>
      )}
      {!isAsked && (
        <div className="buttons">
          <button className="btn" type="button" onClick={() => setIsAsked(true)}>
            {discard.label}
          </button>
        </div>
      )}
    </li>
  );
}

interface UnreadableRowProps {
  readonly place: Scope | Device;
  readonly item: UnreadableItemView;
  readonly discard: UnreadableView["discard"];
}
