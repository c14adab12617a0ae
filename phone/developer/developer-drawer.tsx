import { useEffect, useRef } from "react";
import { Icon } from "../app/icon.tsx";
import type { Page } from "../page.ts";
import { Choice } from "../settings/choice.tsx";
import { useTexts } from "../texts/language.tsx";
import type { Texts } from "../texts/texts.ts";
import { pageFaults } from "./page-faults.ts";
import { Switch } from "./switch.tsx";
import { useFaults } from "./use-faults.ts";

/** Switches that simulate faults, labelled accordingly. */
export function DeveloperDrawer({ page, onClose }: DeveloperDrawerProps) {
  const texts = useTexts();
  const faults = useFaults();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="drawer" aria-labelledby="developer-title" onClose={onClose}>
      <header className="row-h">
        <h2 id="developer-title" className="grow">
          {texts.developer}
        </h2>
        <button
          className="btn quiet icon"
          type="button"
          aria-label={texts.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <p className="note warn">{texts.developerWhy}</p>
      <Switch
        name={texts.airplane}
        why={texts.airplaneWhy}
        isOn={faults.airplane}
        onTurn={(airplane) => {
          pageFaults.set({ ...faults, airplane });
          if (!airplane) void page.device.sync().catch(() => null);
        }}
      />
      <Switch
        name={faults.loseAnswer ? texts.loseAnswerArmed : texts.loseAnswer}
        why={texts.loseAnswerWhy}
        isOn={faults.loseAnswer}
        onTurn={(loseAnswer) => pageFaults.set({ ...faults, loseAnswer })}
      />
      <div>
        <Choice
          name={texts.wrongClock}
          chosen={String(faults.clockOffsetMs)}
          options={OFFSETS.map(([ms, name]) => [String(ms), texts.clockOffsets[name]])}
          onChoose={(ms) => pageFaults.set({ ...faults, clockOffsetMs: Number(ms) })}
        />
        <p className="hint">{texts.wrongClockWhy}</p>
      </div>
      <div>
        <button className="btn bad" type="button" onClick={page.kill}>
          {texts.kill}
        </button>
        <p className="hint">{texts.killWhy}</p>
      </div>
    </dialog>
  );
}

interface DeveloperDrawerProps {
  readonly page: Page;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;
const OFFSETS: readonly (readonly [number, keyof Texts["clockOffsets"]])[] = [
  [0, "right"],
  [-HOUR_MS, "hourBehind"],
  [24 * HOUR_MS, "dayAhead"],
  [400 * 24 * HOUR_MS, "yearAhead"],
];
