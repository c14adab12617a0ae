import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Empty } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.ts";

/** An address without a page. */
export function NotFound(): ReactNode {
  const { t } = useTexts();
  return (
    <Empty title={t("frame.notFound")}>
      <p>{t("frame.notFoundLead")}</p>
      <p>
        <Link className="btn go" to="/inbox/{-$taskId}">
          {t("frame.toInbox")}
        </Link>
      </p>
    </Empty>
  );
}
