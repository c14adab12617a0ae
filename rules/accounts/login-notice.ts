import type { Surface } from "../../contract/accounts/vocabulary.ts";

const APP_NAMES: Record<Surface, string> = {
  WEB: "the coach console",
  COACH_MOBILE: "the coach app",
  CLIENT_MOBILE: "the app",
};

/** What a user is told of a sign-in from a new device at a new address. */
export function loginNotice(login: { readonly surface: Surface; readonly startedAt: string }) {
  const when = login.startedAt.slice(0, 16).replace("T", " ");
  return {
    subject: "A new sign-in to your account",
    text: [
      `Your account was used in ${APP_NAMES[login.surface]} on ${when} (UTC), on a device and from a`,
      "place that are both new to us.",
      "",
      "If that was you, there is nothing to do. If not, end all sessions in the app under",
      "Account > Sessions, and change how you sign in.",
    ].join("\n"),
  };
}
