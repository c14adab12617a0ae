import { type ReactNode, useState } from "react";
import { keepLetterKeys } from "../kit/keys/letter-keys.ts";
import { useKeyMap } from "../kit/keys/use-keys.ts";
import { Switch } from "../kit/fields/switch.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** Turns the keys without Ctrl off and on. */
export function LetterKeysSwitch(): ReactNode {
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
