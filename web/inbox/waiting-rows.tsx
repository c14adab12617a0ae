import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { useKeys } from "../kit/keys/use-keys.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { InboxTask } from "./inbox-query.ts";

/** Says how many rows are new, and puts them in their places when the coach asks. */
export function WaitingRows({ waiting, show }: WaitingRowsProps): ReactNode {
  const { t } = useTexts();
  const count = waiting.length;
  const urgent = waiting.filter(({ severity }) => severity === "URGENT").length;
  useKeys([{ keys: ["n"], label: t("inbox.showNew"), run: show, isOff: count === 0 }]);
  if (count === 0) return null;
  return (
    <div className={urgent > 0 ? "banner urgent" : "banner info"} role="status">
      <b className="grow">
        {t(urgent > 0 ? "inbox.newUrgent" : "inbox.newRows", { count, urgent })}
      </b>
      <Button keys="n" onPress={show}>
        {t("inbox.showNew")}
      </Button>
    </div>
  );
}

interface WaitingRowsProps {
  readonly waiting: readonly InboxTask[];
  readonly show: () => void;
}
