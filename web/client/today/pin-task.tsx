import { type ReactNode, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { useKeys } from "../../kit/keys/use-keys.ts";
import { useTexts } from "../../texts/use-texts.ts";
import type { ClientPlace, SummaryDay } from "../client-queries.ts";
import { PinDialog } from "./pin-dialog.tsx";
import { pinnable } from "./pinnable.ts";

/** The button, and the key, that puts one open task of a day first on the client's phone. */
export function PinTask({ place, day }: PinTaskProps): ReactNode {
  const { t } = useTexts();
  const [isAsked, setIsAsked] = useState(false);
  const tasks = pinnable(day);
  const isOff = tasks.length === 0;
  const open = () => setIsAsked(true);
  useKeys([{ keys: ["p"], label: t("client.key.pin"), isShown: true, isOff, run: open }]);
  return (
    <>
      <Button icon="pin" keys="p" offReason={isOff ? t("client.pinNothing") : null} onPress={open}>
        {t("client.pin")}
      </Button>
      {isAsked && (
        <PinDialog
          place={place}
          localDate={day.localDate}
          tasks={tasks}
          pin={day.focusPin}
          close={() => setIsAsked(false)}
        />
      )}
    </>
  );
}

interface PinTaskProps {
  readonly place: ClientPlace;
  readonly day: SummaryDay;
}
