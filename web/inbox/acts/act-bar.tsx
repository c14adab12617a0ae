import { type ReactNode, useRef } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { Menu } from "../../kit/menu.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import type { ActButton } from "./use-act-buttons.ts";
import { useFitting } from "./use-fitting.ts";

/**
 * The acts of a task, as buttons that show their keys. The first is the next step. The row never wraps: what does not
 * fit stands in a menu.
 */
export function ActBar({ buttons }: { readonly buttons: readonly ActButton[] }): ReactNode {
  const { t } = useTexts();
  const row = useRef<HTMLDivElement>(null);
  const names = buttons.map(({ name, keys }) => `${t(name)} ${keys}`).join();
  const fitting = useFitting(row, names);
  if (buttons.length === 0) return null;
  const shown = buttons.slice(0, fitting ?? buttons.length);
  const hidden = buttons.slice(shown.length);
  return (
    <div className="acts one-row" ref={row}>
      {shown.map((button, index) => (
        <span key={button.id} className="act">
          <Act button={button} isNext={index === 0} />
        </span>
      ))}
      {(fitting === null || hidden.length > 0) && (
        <span className="act">
          <Menu
            button={
              <AriaButton className="btn quiet icon" aria-label={t("inbox.act.more")}>
                <Icon name="more" />
              </AriaButton>
            }
            items={hidden.map(({ id, name, keys, run, offReason }) => ({
              id,
              name: t(name),
              keys,
              offReason: offReason ?? null,
              run,
            }))}
          />
        </span>
      )}
    </div>
  );
}

function Act({ button, isNext }: ActProps): ReactNode {
  const { t } = useTexts();
  const { name, icon, keys, run, offReason = null, hint } = button;
  return (
    <Button
      kind={isNext ? "go" : "plain"}
      {...(icon && { icon })}
      keys={keys}
      onPress={run}
      offReason={offReason}
      {...(hint && { description: t(hint) })}
    >
      {t(name)}
    </Button>
  );
}

interface ActProps {
  readonly button: ActButton;
  readonly isNext: boolean;
}
