/** The text for a line of a file that failed by our own fault (docs/rooms/invitations.md#csv). */
export const FAILED_LINE = {
  en: "This person could not be invited because of a fault on our side. Nothing was sent. We know about it. Invite them again later.",
  de: "Diese Person konnte wegen eines Fehlers bei uns nicht eingeladen werden. Es wurde nichts verschickt. Wir wissen davon. Laden Sie die Person später noch einmal ein.",
} as const;
