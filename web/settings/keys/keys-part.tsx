import { type ReactNode, useState } from "react";
import { LetterKeysSwitch } from "../../frame/letter-keys-switch.tsx";
import { Button } from "../../kit/button.tsx";
import { LETTERS, type OwnKeys, keepOwnKeys, moveKey } from "../../kit/keys/own-keys.ts";
import { useKeyMap } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Card } from "../kit/card.tsx";
import { KeyLine } from "./key-line.tsx";

/** The keys without Ctrl: all of them off or on, and each letter on another one. */
export function KeysPart(): ReactNode {
  const { t } = useTexts();
  const map = useKeyMap();
  const [own, setOwn] = useState(map.own);
  const take = (next: OwnKeys) => {
    map.own = next;
    keepOwnKeys(next);
    setOwn(next);
  };
  return (
    <div className="stack-l setting-column">
      <Card title={t("settings.letterKeys")}>
        <div className="in">
          <LetterKeysSwitch />
        </div>
      </Card>
      <Card
        title={t("settings.ownKeys")}
        aside={
          own.size > 0 && <Button onPress={() => take(new Map())}>{t("settings.resetKeys")}</Button>
        }
      >
        <p className="in meta">{t("settings.ownKeysLead")}</p>
        <ul>
          {LETTERS.map((letter) => (
            <KeyLine
              key={letter}
              letter={letter}
              own={own}
              move={(wanted) => {
                const next = moveKey(own, letter, wanted);
                if (next !== null) take(next);
                return next !== null;
              }}
            />
          ))}
        </ul>
      </Card>
    </div>
  );
}
