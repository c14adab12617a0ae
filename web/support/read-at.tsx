import type { ReactNode } from "react";
import { Button } from "../kit/button.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** When the page was read. It never reads by itself; reading again is one more look in the audit. */
export function ReadAt({ look }: ReadAtProps): ReactNode {
  const { t, formats } = useTexts();
  return (
    <p className="row-h read-at">
      <span className="meta grow">
        {t("support.readAt", { time: formats.time(new Date(look.dataUpdatedAt)) })}
      </span>
      <Button kind="quiet" isPending={look.isFetching} onPress={() => void look.refetch()}>
        {t("support.readAgain")}
      </Button>
    </p>
  );
}

interface ReadAtProps {
  readonly look: {
    readonly dataUpdatedAt: number;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
}
