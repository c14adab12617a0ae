import { type ReactNode, useEffect, useRef } from "react";
import { useConsole } from "../frame/console-context.ts";
import { Button } from "../kit/button.tsx";
import { Mark } from "../kit/mark.tsx";
import { signOut } from "../session/sign-out.ts";
import { useTexts } from "../texts/use-texts.ts";

/** The page of a signed-in person before the console: a title that takes the focus, the next step, and the sign-out. */
export function Doorway({ title, lead, children }: DoorwayProps): ReactNode {
  const { t } = useTexts();
  const { api, session } = useConsole();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t("frame.product")}`;
    heading.current?.focus();
  }, [title, t]);
  return (
    <main className="doorway">
      <div className="door">
        <Mark />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="soft">{lead}</p>}
        {children}
        <Button kind="quiet" onPress={() => void signOut(session, api)}>
          {t("frame.signOut")}
        </Button>
      </div>
    </main>
  );
}

interface DoorwayProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}
