import type { clientWorkouts as english } from "../../en/client/client-workouts.ts";

/** Texts about the workouts of a client. */
export const clientWorkouts: Readonly<Record<keyof typeof english, string>> = {
  "clientWorkouts.best": "Bestwert",
  "clientWorkouts.repetitions": "{count, plural, one {# Wdh.} other {# Wdh.}}",
  "clientWorkouts.begun": "{date}, begonnen um {from} in {place}",
  "clientWorkouts.lasted": "{date}, {from} bis {until} in {place}, {minutes} Min.",
  "clientWorkouts.noteAt": "Notiz von {name}, {time} in {place}",
  "clientWorkouts.next": "Nächstes Training",
  "clientWorkouts.key.next": "nächstes Training",
  "clientWorkouts.key.before": "Training davor",
  "clientWorkouts.older": "Ältere Trainings",
  "clientWorkouts.from.SUPERSEDED_SNAPSHOT":
    "Nach einem älteren Plan trainiert: Das Telefon hatte das Training noch so, wie es vor Ihrer Änderung war. Es zählt als trainiert.",
  "clientWorkouts.from.EXPIRED_SNAPSHOT":
    "Begonnen, als der Tag schon vorbei war. Der Tag bleibt verpasst.",
  "clientWorkouts.from.OTHER": "Nach einer anderen Fassung des Plans trainiert.",
};
