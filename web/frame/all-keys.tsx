import { type ReactNode, useState } from "react";
import { Dialog } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import type { KeyLayer } from "../kit/keys/key-map.ts";
import { keepLetterKeys } from "../kit/keys/letter-keys.ts";
import { useKeyMap } from "../kit/keys/use-keys.ts";
import { Switch } from "../kit/switch.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** Every key that counts where it was opened: those of the page first, then those of everywhere. */
export function AllKeys({ layers, close }: AllKeysProps): ReactNode {
  const { t } = useTexts();
  const [everywhere, ...pages] = layers.toReversed();
  const groups = [
    { title: t("keys.here"), bindings: pages.toReversed().flatMap(({ bindings }) => bindings) },
    { title: t("keys.everywhere"), bindings: everywhere?.bindings ?? [] },
  ];
  return (
    <Dialog title={t("frame.allKeys")} close={close}>
      {groups
        .filter(({ bindings }) => bindings.length > 0)
        .map(({ title, bindings }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="key-list">
              {bindings.map(({ keys, label }) => (
                <div key={keys[0]}>
                  <dt className="row-h">
                    <Kbd keys={keys[0]} />
                  </dt>
                  <dd className="soft">{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      <LetterKeys />
    </Dialog>
  );
}

/** Turns the keys without Ctrl off and on. */
function LetterKeys(): ReactNode {
  const { t } = useTexts();
  const map = useKeyMap();
  const [areOn, setAreOn] = useState(map.hasLetters);
  const choose = (chosen: boolean) => {
    map.hasLetters = chosen;
    keepLetterKeys(chosen);
    setAreOn(chosen);
  };
  return (
    <Switch label={t("keys.letters")} hint={t("keys.lettersHint")} isOn={areOn} change={choose} />
  );
}

interface AllKeysProps {
  readonly layers: readonly KeyLayer[];
  readonly close: () => void;
}
