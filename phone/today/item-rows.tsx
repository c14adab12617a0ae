import { type Plane, PlaneTag } from "../app/plane.tsx";
import { Ring } from "../app/ring.tsx";
import { useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import type { ExpectedItem } from "./card.ts";

/** The items of a task, each with its tick, its skip and its plane. */
export function ItemRows({ items, plane, canTick, canSkip, onTick, onSkip }: ItemRowsProps) {
  return (
    <ul className="items">
      {items.map((item) => {
        const isPending = item.status === "PENDING";
        return (
          <li key={item.itemId}>
            <ItemTick item={item} canTick={canTick && isPending} onTick={onTick} />
            <ItemText item={item} plane={plane} />
            {canSkip && isPending && <SkipButton item={item} onSkip={() => onSkip(item)} />}
          </li>
        );
      })}
    </ul>
  );
}

interface ItemRowsProps {
  readonly items: readonly ExpectedItem[];
  /** The plane of the values that differ from the accepted items. */
  readonly plane: Plane;
  readonly canTick: boolean;
  readonly canSkip: boolean;
  readonly onTick: (item: ExpectedItem) => void;
  readonly onSkip: (item: ExpectedItem) => void;
}

interface ItemProps {
  readonly item: ExpectedItem;
}

function ItemTick(props: ItemProps & TickProps) {
  const texts = useTexts();
  const { item, canTick, onTick } = props;
  const ring = <Ring status={item.status} waits={item.status !== item.acceptedStatus} />;
  if (!canTick) return <span className="tick">{ring}</span>;
  return (
    <button
      className="tick"
      type="button"
      aria-label={texts.tick(item.label)}
      onClick={() => onTick(item)}
    >
      {ring}
    </button>
  );
}

interface TickProps {
  readonly canTick: boolean;
  readonly onTick: (item: ExpectedItem) => void;
}

function ItemText({ item, plane }: ItemProps & Pick<ItemRowsProps, "plane">) {
  const texts = useTexts();
  const waits = item.status !== item.acceptedStatus;
  return (
    <span className="grow">
      <span className="label">{item.label}</span>
      {item.amount !== null && <span className="soft"> {item.amount}</span>}
      {(waits || item.status !== "PENDING") && (
        <span className="state">
          <PlaneTag plane={waits ? plane : "ACCEPTED"} /> {statusOf(item, texts)}
        </span>
      )}
    </span>
  );
}

function SkipButton({ item, onSkip }: ItemProps & { readonly onSkip: () => void }) {
  const texts = useTexts();
  return (
    <button
      className="btn quiet"
      type="button"
      aria-label={texts.skipItem(item.label)}
      onClick={onSkip}
    >
      {texts.skip}
    </button>
  );
}

function statusOf({ status }: ExpectedItem, { itemStatus, taskStatusUnknown }: Texts): string {
  const known: Readonly<Record<string, string>> = itemStatus;
  return known[status] ?? taskStatusUnknown;
}
