import type { ReactNode } from "react";
import type { PlanContent } from "../../../../contract/plans/content-schema.ts";
import { MAX_PLAN_ITEMS } from "../../../../contract/plans/vocabulary.ts";
import { Button } from "../../../kit/button.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Switch } from "../../../kit/fields/switch.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { useTexts } from "../../../texts/use-texts.ts";
import { useProblem } from "../edit-context.ts";
import { EntryMenu } from "../entry-menu.tsx";
import { Entry } from "../entry.tsx";
import { withEntry, withMoved, withoutEntry } from "../list-edits.ts";
import { InputsEditor } from "./inputs-editor.tsx";

/** The items of a plan, in their order. */
export function ItemsEditor({ items, least, change }: ItemsEditorProps): ReactNode {
  const { t } = useTexts();
  const problem = useProblem("/items");
  const add = () => {
    const item = { itemKey: crypto.randomUUID(), label: "", amount: null, bulkEligible: true };
    change([...items, item], `/items add ${items.length}`);
  };
  const isFull = items.length >= MAX_PLAN_ITEMS;
  return (
    <section className="card">
      <header>
        <h2 className="grow">{t("plans.items", { count: items.length })}</h2>
      </header>
      <ul>
        {items.map((item, at) => (
          <ItemEntry
            key={item.itemKey ?? at}
            item={item}
            at={at}
            add={add}
            move={(by) => change(withMoved(items, at, by), `/items move ${at}`)}
            remove={
              items.length <= least
                ? null
                : () => change(withoutEntry(items, at), `/items remove ${items.length}`)
            }
            change={(changed, field) =>
              change(withEntry(items, at, changed), `/items/${at}/${field}`)
            }
          />
        ))}
      </ul>
      <p className="in" data-pointer="/items">
        <Button
          icon="plus"
          offReason={isFull ? t("plans.mostItems", { most: MAX_PLAN_ITEMS }) : null}
          onPress={add}
        >
          {t("plans.addItem")}
        </Button>
        {problem !== null && <span className="error">{problem}</span>}
      </p>
    </section>
  );
}

interface ItemsEditorProps {
  readonly items: readonly PlanItem[];
  /** How many there have to be. */
  readonly least: number;
  readonly change: (items: PlanItem[], mark: string) => void;
}

export type PlanItem = NonNullable<
  Extract<PlanContent, { readonly kind: "HABIT" }>["items"]
>[number];

function ItemEntry({ item, at, add, move, remove, change }: ItemEntryProps): ReactNode {
  const { t } = useTexts();
  const pointer = `/items/${at}`;
  const label = useProblem(`${pointer}/label`);
  const { inputs, ...bare } = item;
  return (
    <Entry className="line plan-line plan-item" move={move} add={add}>
      <span className="grip" aria-hidden="true">
        <Icon name="grip" />
      </span>
      <div className="grow stack">
        <div className="row-h wrap plan-fields">
          <div className="grow" data-pointer={`${pointer}/label`}>
            <TextField
              label={t("plans.column.item")}
              value={item.label}
              error={label}
              maxLength={120}
              change={(value) => change({ ...item, label: value }, "label")}
            />
          </div>
          <TextField
            label={t("plans.column.amount")}
            value={item.amount ?? ""}
            maxLength={60}
            change={(value) => change({ ...item, amount: value || null }, "amount")}
          />
        </div>
        <Switch
          label={t("plans.bulkEligible")}
          isOn={item.bulkEligible}
          change={(bulkEligible) => change({ ...item, bulkEligible }, "bulkEligible")}
        />
        <InputsEditor
          inputs={inputs ?? []}
          name={item.label}
          pointer={`${pointer}/inputs`}
          change={(asked, field) =>
            change(asked.length === 0 ? bare : { ...bare, inputs: asked }, field)
          }
        />
      </div>
      <EntryMenu name={item.label} move={move} remove={remove} />
    </Entry>
  );
}

interface ItemEntryProps {
  readonly item: PlanItem;
  readonly at: number;
  readonly add: () => void;
  readonly move: (by: number) => void;
  readonly remove: (() => void) | null;
  readonly change: (item: PlanItem, field: string) => void;
}
