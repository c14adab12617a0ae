import { useEffect } from "react";
import type { Page } from "../page.ts";
import { useTexts } from "../texts/language.tsx";
import { InboxScreen } from "./inbox-screen.tsx";
import { TaskScreen } from "./task-screen.tsx";
import { useInbox } from "./use-inbox.ts";

/** The coach's screens: the inbox, or one of its tasks. */
export function CoachScreens({ page, taskId }: CoachScreensProps) {
  const texts = useTexts();
  const open = useInbox(page);
  const inbox = open?.inbox ?? null;
  useEffect(() => {
    if (inbox !== null) void inbox.refresh().catch(() => null);
  }, [inbox]);
  if (open === undefined) return <p className="empty soft">{texts.opening}</p>;
  if (taskId === null) return <InboxScreen open={open} />;
  return <TaskScreen page={page} inbox={open.inbox} taskId={taskId} />;
}

interface CoachScreensProps {
  readonly page: Page;
  /** Null shows the whole inbox. */
  readonly taskId: string | null;
}
