import type { Attached, FileRejection, FileWait } from "../../device/media/types.ts";
import { useLanguage } from "../texts/language.tsx";

/** The texts of photos in the page's language. */
export function usePhotoTexts(): PhotoTexts {
  return TEXTS[useLanguage().language];
}

const en = {
  title: "Photos",
  add: "Add photos",
  needed: (count: number) =>
    count === 1 ? "Completing it needs a photo." : `Completing it needs ${count} photos.`,
  allowed: (count: number) =>
    count === 1 ? "You can add 1 photo." : `You can add ${count} photos.`,
  photo: (number: number) => `Photo ${number}`,
  chosen: "Sent with your next entry here.",
  uploading: (percent: string) => `Uploading, ${percent} %`,
  uploaded: "Uploaded",
  stays: (percent: string) => `${percent} % has arrived.`,
  waits: {
    OFFLINE: "Waits for a connection.",
    RETRY_AT: "Waits: the server did not answer. It is sent again automatically.",
    SIGN_IN: "Waits until you sign in again.",
    SCOPE_LOCKED: "Waits until the coaching goes on.",
    NO_ACCESS: "Waits until you have access to this coaching again.",
    UNMETERED_NETWORK: "Waits for Wi-Fi, as you chose in the settings.",
    STORAGE: "Waits: your photo storage at the server is full. Ask your coach.",
    PERSON: "Not accepted.",
  } satisfies Record<FileWait, string>,
  rejected: {
    SIZE_MISMATCH: "It did not arrive whole. Choose it again.",
    HASH_MISMATCH: "It did not arrive unchanged. Choose it again.",
    TYPE_MISMATCH: "It is not a picture of the kind that its name says. Choose another one.",
    ANNOUNCED_OTHERWISE: "The server knows this picture as another kind. Choose another one.",
    MALFORMED: "The server does not take this picture. Choose another one.",
    UNREADABLE: "This device has lost it. Choose it again.",
    OTHER: "Choose another one.",
  } satisfies Record<FileRejection, string>,
  refused: {
    EMPTY: "This file is empty.",
    TOO_LARGE: "This photo is too large.",
    TYPE_NOT_ACCEPTED: "This is not a picture that can be sent here.",
  } satisfies Record<AttachRefusal, string>,
  notStored: "The photo could not be saved. Nothing has changed.",
  tooMany: (count: number) => `Only ${count} can be sent. The others were left out.`,
  replace: (photo: string) => `Replace ${photo}`,
  replaceShort: "Replace",
  remove: (photo: string) => `Remove ${photo}`,
  removeShort: "Remove",
  beingSent: "It can no longer be removed: it is being sent.",
  networks: "Send photos over",
  networkOf: { ANY: "Any network", UNMETERED: "Wi-Fi only" },
  networksWhy: "Your entries themselves are always sent.",
};

export type PhotoTexts = typeof en;

/** Why a file was not attached. */
type AttachRefusal = Extract<Attached, { kind: "REFUSED" }>["code"];

const de: PhotoTexts = {
  title: "Fotos",
  add: "Fotos hinzufügen",
  needed: (count) =>
    count === 1 ? "Zum Erledigen gehört ein Foto." : `Zum Erledigen gehören ${count} Fotos.`,
  allowed: (count) =>
    count === 1 ? "Sie können 1 Foto hinzufügen." : `Sie können ${count} Fotos hinzufügen.`,
  photo: (number) => `Foto ${number}`,
  chosen: "Wird mit Ihrem nächsten Eintrag hier gesendet.",
  uploading: (percent) => `Wird hochgeladen, ${percent} %`,
  uploaded: "Hochgeladen",
  stays: (percent) => `${percent} % sind angekommen.`,
  waits: {
    OFFLINE: "Wartet auf eine Verbindung.",
    RETRY_AT: "Wartet: Der Server hat nicht geantwortet. Es wird automatisch wieder gesendet.",
    SIGN_IN: "Wartet, bis Sie sich wieder anmelden.",
    SCOPE_LOCKED: "Wartet, bis das Coaching weitergeht.",
    NO_ACCESS: "Wartet, bis Sie wieder Zugriff auf dieses Coaching haben.",
    UNMETERED_NETWORK: "Wartet auf WLAN, wie in den Einstellungen gewählt.",
    STORAGE: "Wartet: Ihr Fotospeicher beim Server ist voll. Fragen Sie Ihren Coach.",
    PERSON: "Nicht angenommen.",
  },
  rejected: {
    SIZE_MISMATCH: "Es ist nicht vollständig angekommen. Wählen Sie es noch einmal.",
    HASH_MISMATCH: "Es ist nicht unverändert angekommen. Wählen Sie es noch einmal.",
    TYPE_MISMATCH: "Die Art des Bildes passt nicht zu seinem Namen. Wählen Sie ein anderes.",
    ANNOUNCED_OTHERWISE: "Der Server kennt dieses Bild als andere Art. Wählen Sie ein anderes.",
    MALFORMED: "Der Server nimmt dieses Bild nicht. Wählen Sie ein anderes.",
    UNREADABLE: "Dieses Gerät hat es verloren. Wählen Sie es noch einmal.",
    OTHER: "Wählen Sie ein anderes.",
  },
  refused: {
    EMPTY: "Diese Datei ist leer.",
    TOO_LARGE: "Dieses Foto ist zu groß.",
    TYPE_NOT_ACCEPTED: "Dieses Bild kann hier nicht gesendet werden.",
  },
  notStored: "Das Foto konnte nicht gespeichert werden. Nichts hat sich geändert.",
  tooMany: (count) => `Nur ${count} können gesendet werden. Die übrigen wurden ausgelassen.`,
  replace: (photo) => `${photo} ersetzen`,
  replaceShort: "Ersetzen",
  remove: (photo) => `${photo} entfernen`,
  removeShort: "Entfernen",
  beingSent: "Es kann nicht mehr entfernt werden, weil es gesendet wird.",
  networks: "Fotos senden über",
  networkOf: { ANY: "Jedes Netz", UNMETERED: "Nur WLAN" },
  networksWhy: "Ihre Einträge selbst werden immer gesendet.",
};

const TEXTS = { en, de };
