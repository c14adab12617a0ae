import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHead } from "../../frame/page-head.tsx";
import { OtherWorkspaces } from "../../frame/workspace/other-workspaces.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Failed } from "../states.tsx";
import { BackLink } from "./back-link.tsx";
import { isMissing } from "./is-missing.ts";
import { LISTS, type Listed } from "./lists.ts";

/** The page of a thing that is gone or was not read: why, the coach's other workspaces, and the way back to the list. */
export function Absent({ of, read }: AbsentProps): ReactNode {
  const { t } = useTexts();
  const isGone = isMissing(read.error);
  return (
    <>
      <BackLink of={of} />
      <PageHead title={t(isGone ? `gone.title.${of}` : `gone.unread.${of}`)} />
      <div className="body">
        <div className="page stack">
          {isGone ? (
            <p>{t(`gone.lead.${of}`)}</p>
          ) : (
            <Failed error={read.error} retry={() => void read.refetch()} />
          )}
          <OtherWorkspaces error={read.error} />
          <p>
            <Link className="btn" to={LISTS[of].to}>
              {t(`gone.all.${of}`)}
            </Link>
          </p>
        </div>
      </div>
    </>
  );
}

interface AbsentProps {
  readonly of: Listed;
  readonly read: { readonly error: unknown; readonly refetch: () => Promise<unknown> };
}
