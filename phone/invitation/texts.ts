import { useLanguage } from "../texts/language.tsx";

/** The texts of an invitation in the page's language. They load with its screen. */
export function useInvitationTexts(): InvitationTexts {
  return TEXTS[useLanguage().language];
}

const en = {
  title: "Your invitation",
  paste: "Paste the link from your coach's message, or the code in it.",
  link: "Link or code",
  notOne: "This is not an invitation. Copy the whole link from the message.",
  show: "Show invitation",
  invites: (coach: string, workspace: string) => `${coach} invites you to ${workspace}.`,
  forContact: (masked: string) => `It is for ${masked}. Sign in with that address.`,
  until: (time: string) => `It is open until ${time}.`,
  closed: "This invitation does not work any more. Ask your coach for a new one.",
  offline: "The server cannot be reached. Check your connection, then try again.",
  signIn: "Sign in to accept",
  other: "Another invitation",
  acceptTitle: "Almost there",
  name: "Your name",
  nameMissing: "Enter your name, as your coach should see it.",
  accepts: (terms: string, privacy: string) =>
    `I accept the terms (${terms}) and have read the privacy notice (${privacy}).`,
  acceptMissing: "Accept the terms to go on.",
  accept: "Accept invitation",
  accepting: "Accepting…",
  refused: "The server did not accept it. Sign in with the address that was invited.",
  signInAgain: "Sign in once more. Your invitation is kept in this tab.",
  otherPerson: "This device has another person's data. That person must sign out here first.",
  acceptance: "Your acceptance",
  acceptanceWaits:
    "The server has not answered. Sign in to go on: the invitation is accepted once.",
  mayHaveArrived: "There was no answer. Try again: the invitation is accepted once.",
};

export type InvitationTexts = typeof en;

const de: InvitationTexts = {
  title: "Ihre Einladung",
  paste: "Fügen Sie den Link aus der Nachricht Ihres Coachs ein, oder den Code darin.",
  link: "Link oder Code",
  notOne: "Das ist keine Einladung. Kopieren Sie den ganzen Link aus der Nachricht.",
  show: "Einladung ansehen",
  invites: (coach, workspace) => `${coach} lädt Sie zu ${workspace} ein.`,
  forContact: (masked) => `Sie gilt für ${masked}. Melden Sie sich mit dieser Adresse an.`,
  until: (time) => `Sie ist offen bis ${time}.`,
  closed: "Diese Einladung gilt nicht mehr. Bitten Sie Ihren Coach um eine neue.",
  offline:
    "Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  signIn: "Anmelden und annehmen",
  other: "Andere Einladung",
  acceptTitle: "Fast geschafft",
  name: "Ihr Name",
  nameMissing: "Geben Sie Ihren Namen ein, wie Ihr Coach ihn sehen soll.",
  accepts: (terms, privacy) =>
    `Ich nehme die Bedingungen (${terms}) an und habe die Datenschutzhinweise (${privacy}) gelesen.`,
  acceptMissing: "Nehmen Sie die Bedingungen an, um fortzufahren.",
  accept: "Einladung annehmen",
  accepting: "Wird angenommen …",
  refused: "Der Server hat das nicht angenommen. Melden Sie sich mit der eingeladenen Adresse an.",
  signInAgain: "Melden Sie sich noch einmal an. Die Einladung bleibt in diesem Tab.",
  otherPerson:
    "Auf diesem Gerät liegen Daten einer anderen Person. Sie muss sich hier zuerst abmelden.",
  acceptance: "Ihre Zusage",
  acceptanceWaits:
    "Der Server hat nicht geantwortet. Melden Sie sich an, um fortzufahren: Die Einladung wird nur einmal angenommen.",
  mayHaveArrived:
    "Es kam keine Antwort. Versuchen Sie es noch einmal: Die Einladung wird nur einmal angenommen.",
};

const TEXTS = { en, de };
