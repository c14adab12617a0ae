import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ActButton } from "./use-act-buttons.ts";

/** The acts of a task, as buttons that show their keys. The first is the next step. */
export function ActBar({ buttons }: { readonly buttons: readonly ActButton[] }): ReactNode {
  const { t } = useTexts();
  if (buttons.length === 0) return null;
  return (
    <div className="acts">
      {buttons.map(({ id, name, keys, run, offReason, hint }, index) => (
        <Button
          key={id}
          kind={index === 0 ? "go" : "plain"}
          keys={keys}
          onPress={run}
          offReason={offReason ?? null}
          {...(hint && { description: t(hint) })}
        >
          {t(name)}
        </Button>
      ))}
    </div>
  );
}
