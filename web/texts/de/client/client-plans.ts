import type { clientPlans as english } from "../../en/client/client-plans.ts";

/** Texts about the plans that a client has. */
export const clientPlans: Readonly<Record<keyof typeof english, string>> = {
  "clientPlans.title": "Pläne",
  "clientPlans.none": "Der Klient hat keinen Plan.",
  "clientPlans.from": "ab {from}",
  "clientPlans.stays": "behält die Fassung",
  "clientPlans.acts": "„{title}“ ändern",
  "clientPlans.act.PAUSE": "Pausieren",
  "clientPlans.act.RESUME": "Fortsetzen",
  "clientPlans.act.REPLACE": "Ersetzen",
  "clientPlans.act.FOLLOW": "Neueren Fassungen folgen",
  "clientPlans.act.END": "Beenden",
  "clientPlans.ask.PAUSE": "„{title}“ pausieren?",
  "clientPlans.ask.RESUME": "„{title}“ fortsetzen?",
  "clientPlans.ask.REPLACE": "„{title}“ ersetzen?",
  "clientPlans.ask.FOLLOW": "„{title}“ neueren Fassungen folgen lassen?",
  "clientPlans.ask.END": "„{title}“ beenden?",
  "clientPlans.effect.PAUSE":
    "Ab heute verlangt der Plan von {name} nichts. Unberührte Aufgaben von heute entfallen, begonnene und erledigte bleiben. Sie können ihn jederzeit fortsetzen.",
  "clientPlans.effect.RESUME":
    "Ab heute gilt der Plan wieder für {name}, und die Aufgaben von heute kommen zurück. Folgt er neueren Fassungen, gilt die neueste.",
  "clientPlans.effect.REPLACE":
    "Ab heute bekommt {name} stattdessen den anderen Plan. Begonnene und erledigte Aufgaben von heute bleiben. Das lässt sich nicht zurücknehmen.",
  "clientPlans.effect.FOLLOW":
    "Für {name} gilt ab heute die neueste Fassung, und später jede weitere.",
  "clientPlans.effect.END":
    "Ab heute verlangt der Plan von {name} nichts. Unberührte Aufgaben entfallen, begonnene und erledigte bleiben. Das lässt sich nicht zurücknehmen.",
  "clientPlans.pausedProgram":
    "Beim Fortsetzen rücken die übrigen Tage des Programms um ganze Wochen, oder Sie wählen den Tag.",
  "clientPlans.sameEnd": "Der letzte Tag verschiebt sich nicht.",
  "clientPlans.go.PAUSE": "Plan pausieren",
  "clientPlans.go.RESUME": "Plan fortsetzen",
  "clientPlans.go.REPLACE": "Plan ersetzen",
  "clientPlans.go.FOLLOW": "Ab heute folgen",
  "clientPlans.go.END": "Plan beenden",
  "clientPlans.keep": "Plan behalten",
  "clientPlans.did.PAUSE": "„{title}“ ist pausiert.",
  "clientPlans.did.RESUME": "„{title}“ läuft wieder.",
  "clientPlans.did.REPLACE": "Statt „{title}“ gilt jetzt „{successor}“.",
  "clientPlans.did.FOLLOW": "„{title}“ folgt neueren Fassungen.",
  "clientPlans.did.END": "„{title}“ ist beendet.",
  "clientPlans.continueWith": "Heute weiter mit",
  "clientPlans.whereItStopped": "Wo er unterbrochen wurde",
  "clientPlans.continueHint":
    "Wo er unterbrochen wurde, behält jeder übrige Tag seinen Wochentag. Ein heute begonnenes Training bleibt das von heute.",
  "clientPlans.successor": "Neuer Plan",
  "clientPlans.noOther": "Kein anderer Plan ist veröffentlicht.",
  "clientPlans.lastDay": "Letzter Tag, falls es einen gibt",
  "clientPlans.dayOver": "Dieser Tag ist vorbei.",
  "clientPlans.stopUse": "Trainings auf dem Telefon sperren",
  "clientPlans.stopUseHint":
    "Ein Training des bisherigen Plans, das ein Telefon offline mitgenommen hat, lässt sich nicht mehr abschicken.",
  "plans.refusal.NOT_ACTIVE":
    "Der Plan läuft nicht mehr: Er wurde inzwischen pausiert oder beendet.",
  "plans.refusal.NOT_PAUSED": "Der Plan ist nicht mehr pausiert.",
  "plans.refusal.NEITHER_ACTIVE_NOR_PAUSED": "Der Plan wurde inzwischen beendet oder ersetzt.",
  "plans.refusal.no_such_day":
    "Das Programm hat keinen solchen Tag mehr. Wählen Sie einen anderen.",
};
