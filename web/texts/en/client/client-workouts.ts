/** Texts about the workouts of a client. */
export const clientWorkouts = {
  "clientWorkouts.best": "Best",
  "clientWorkouts.repetitions": "{count, plural, one {# rep} other {# reps}}",
  "clientWorkouts.begun": "{date}, begun {from} in {place}",
  "clientWorkouts.lasted": "{date}, {from} to {until} in {place}, {minutes} min",
  "clientWorkouts.noteAt": "Note by {name}, {time} in {place}",
  "clientWorkouts.next": "Next workout",
  "clientWorkouts.key.next": "next workout",
  "clientWorkouts.key.before": "workout before",
  "clientWorkouts.older": "Older workouts",
  "clientWorkouts.from.SUPERSEDED_SNAPSHOT":
    "Trained from an older plan: the phone had the workout as it was before you changed it. It counts as trained.",
  "clientWorkouts.from.EXPIRED_SNAPSHOT": "Begun after its day was over. The day stays missed.",
  "clientWorkouts.from.OTHER": "Trained from another version of the plan.",
} as const;
