import type { ReactNode } from "react";
import {
  Autocomplete,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  useFilter,
} from "react-aria-components";
import { Dialog } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import type { KeyLayer } from "../kit/keys/key-map.ts";
import { useTexts } from "../texts/use-texts.ts";

/** Finds an act or a page by its name, and does it. The acts are those that keys offer where it was opened. */
export function Palette({ layers, close }: PaletteProps): ReactNode {
  const { t } = useTexts();
  const { contains } = useFilter({ sensitivity: "base" });
  const acts = actsOf(layers);
  return (
    <Dialog title={t("frame.palette")} close={close}>
      <Autocomplete filter={contains}>
        <SearchField aria-label={t("frame.paletteHint")} autoFocus>
          <Input className="input" placeholder={t("frame.paletteHint")} />
        </SearchField>
        <ListBox
          aria-label={t("frame.palette")}
          className="choices"
          items={acts}
          selectionMode="none"
          renderEmptyState={() => <p className="meta">{t("frame.paletteEmpty")}</p>}
          onAction={(id) => {
            close();
            acts.find((act) => act.id === id)?.run();
          }}
        >
          {({ id, label, keys }) => (
            <ListBoxItem id={id} textValue={label} className="choice">
              <span className="grow">{label}</span>
              <span className="row-h">
                <Kbd keys={keys} />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
}

interface PaletteProps {
  readonly layers: readonly KeyLayer[];
  readonly close: () => void;
}

/** Each act once, under its first key; what is off now is left out. */
function actsOf(layers: readonly KeyLayer[]) {
  const acts = layers.flatMap(({ bindings }) =>
    bindings
      .filter(({ isOff }) => isOff !== true)
      .map(({ keys, label, run }) => ({ id: keys[0], key: keys[0], keys: keys[0], label, run })),
  );
  return [...new Map(acts.toReversed().map((act) => [act.id, act])).values()].toReversed();
}
