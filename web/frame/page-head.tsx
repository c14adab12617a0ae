import { type ReactNode, useEffect } from "react";
import { useTexts } from "../texts/use-texts.ts";

/** The head of a page: its title, facts beside it, and its acts. It names the tab of the browser. */
export function PageHead({ title, facts, children }: PageHeadProps): ReactNode {
  const { t } = useTexts();
  useEffect(() => {
    document.title = `${title} · ${t("frame.product")}`;
  }, [title, t]);
  return (
    <header className="head">
      <h1 tabIndex={-1} className="cut" title={title}>
        {title}
      </h1>
      {facts}
      <span className="grow" />
      {children}
    </header>
  );
}

interface PageHeadProps {
  readonly title: string;
  readonly facts?: ReactNode;
  readonly children?: ReactNode;
}
