import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CONSOLE_PATHS } from "../../contract/console-paths.ts";
import { Empty } from "../kit/states.tsx";
import { useTexts } from "../texts/use-texts.tsx";

/** An address without a page. */
export function NotFound(): ReactNode {
  const { t } = useTexts();
  return (
    <Empty title={t("frame.notFound")}>
      <p>{t("frame.notFoundLead")}</p>
      <p>
        <Link className="btn go" to={CONSOLE_PATHS.inbox}>
          {t("frame.toInbox")}
        </Link>
      </p>
    </Empty>
  );
}
