import { languageOf, type MessageLanguage } from "../../contract/language-of.ts";
import { PAGE_PATHS } from "../../contract/page-paths.ts";
import type { EmailContent } from "../accounts/email-content.ts";
import { ABOUT_COACHING, writeEmail } from "../accounts/write-email.ts";
import { coachAppLink } from "./coach-app-link.ts";

/** The mail to a coach whose place in a workspace changed (docs/rooms/workspaces.md#members). */
export function workspaceEmail(news: WorkspaceNews, reader: WorkspaceReader): EmailContent {
  const { name, locale, otherName, workspaceId, workspaceName, publicUrl } = reader;
  const language = languageOf(locale);
  const { label, ...written } = TEXTS[news][language](workspaceName, otherName);
  // A removed coach may have no other workspace to open; the account is what stays.
  const account = `${publicUrl}${PAGE_PATHS.account}`;
  const url = news === "REMOVED" ? account : coachAppLink(publicUrl, workspaceId);
  const step = { label, url };
  return writeEmail({ language, reader: name, ...written, step, why: ABOUT_COACHING[language] });
}

/** News about the reader: became the owner, gave the workspace away, or is no member any more. */
export type WorkspaceNews = "NEW_OWNER" | "FORMER_OWNER" | "REMOVED";

/** The reader, the workspace, and the other person: the former, the new, or the present owner. */
export interface WorkspaceReader {
  readonly name: string;
  /** BCP 47. */
  readonly locale: string | null;
  /** Null once the other account is deleted. */
  readonly otherName: string | null;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** Address of our pages. */
  readonly publicUrl: string;
}

interface Written {
  readonly subject: string;
  readonly body: readonly string[];
  readonly label: string;
}

const TEXTS: Record<
  WorkspaceNews,
  Record<MessageLanguage, (workspace: string, other: string | null) => Written>
> = {
  NEW_OWNER: {
    en: (workspace, other) => ({
      subject: `You are now the owner of ${workspace}`,
      body: [
        `${other === null ? "The former owner has left" : `${other} handed the workspace over to you`}. You manage the members and settings of ${workspace} from now on.`,
      ],
      label: "Open the workspace",
    }),
    de: (workspace, other) => ({
      subject: `${workspace} gehört jetzt Ihnen`,
      body: [
        `${other === null ? "Wem der Arbeitsbereich gehörte, hat ihn verlassen" : `${other} hat Ihnen den Arbeitsbereich übergeben`}. Mitglieder und Einstellungen von ${workspace} verwalten ab jetzt Sie.`,
      ],
      label: "Workspace öffnen",
    }),
  },
  FORMER_OWNER: {
    en: (workspace, other) => ({
      subject: `You handed ${workspace} over`,
      body: [
        `${other ?? "Another coach"} is now the owner of ${workspace}. You stay as a coach and keep your clients.`,
      ],
      label: "Open the workspace",
    }),
    de: (workspace, other) => ({
      subject: `Sie haben ${workspace} übergeben`,
      body: [
        `${workspace} gehört jetzt ${other ?? "einem anderen Coach"}. Sie bleiben als Coach dabei und behalten Ihre Klienten.`,
      ],
      label: "Workspace öffnen",
    }),
  },
  REMOVED: {
    en: (workspace, other) => ({
      subject: `You no longer coach in ${workspace}`,
      body: [
        `Your membership in ${workspace} has ended. Your clients there have another coach, and your app deletes its data.`,
        `If that surprises you, ask ${other ?? "the owner of the workspace"}.`,
      ],
      label: "Open my account",
    }),
    de: (workspace, other) => ({
      subject: `Sie coachen nicht mehr in ${workspace}`,
      body: [
        `Ihre Mitgliedschaft in ${workspace} ist beendet. Ihre Klienten dort haben einen anderen Coach, und Ihre App löscht deren Daten.`,
        `Wenn Sie das überrascht, fragen Sie ${other ?? "nach, wem der Arbeitsbereich gehört"}.`,
      ],
      label: "Konto öffnen",
    }),
  },
};
