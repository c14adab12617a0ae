import type { ReactNode } from "react";
import { Dialog } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import type { KeyLayer } from "../kit/keys/key-map.ts";
import { useTexts } from "../texts/use-texts.ts";
import { LetterKeysSwitch } from "./letter-keys-switch.tsx";

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
      <LetterKeysSwitch />
    </Dialog>
  );
}

interface AllKeysProps {
  readonly layers: readonly KeyLayer[];
  readonly close: () => void;
}
