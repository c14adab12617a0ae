import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { LookFailed } from "./look-failed.tsx";

/** The button that reads the next page of a list, and why that failed. */
export function MorePages({ look }: MorePagesProps): ReactNode {
  const { t } = useTexts();
  const next = () => void look.fetchNextPage();
  if (look.isFetchNextPageError) return <LookFailed error={look.error} retry={next} />;
  if (!look.hasNextPage) return null;
  return (
    <p className="line">
      <Button isPending={look.isFetchingNextPage} onPress={next}>
        {t("support.more")}
      </Button>
    </p>
  );
}

interface MorePagesProps {
  readonly look: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}
