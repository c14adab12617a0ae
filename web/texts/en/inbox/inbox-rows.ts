/** Texts of the rows of the inbox: kinds of tasks, sentences around one fact, and how a task closes by itself. */
export const inboxRows = {
  "inbox.kind.ADHERENCE_FELL": "Fell off track",
  "inbox.kind.HELP_NEEDED": "Help needed",
  "inbox.kind.OBSTACLES_MET": "Obstacles",
  "inbox.kind.QUESTIONNAIRE_SKIPPED": "Questionnaire",
  "inbox.kind.TASKS_SKIPPED": "Skipped tasks",
  "inbox.says.PROFILE": "Baseline completed or changed on {fact}",
  "inbox.says.FORM":
    "{fact} {count, plural, one {submitted on {date}} other {submitted # times, last on {date}}}",
  "inbox.says.QUESTIONNAIRE": "{fact} put off on {date}",
  "inbox.says.putOff": "Questionnaire put off {fact}",
  "inbox.says.times": "{count, plural, one {once} other {# times}}",
  "inbox.says.WORKOUT": "{fact} of {date}",
  "inbox.says.CHECK_IN": "{fact} missed {count, plural, one {on {date}} other {since {date}}}",
  "inbox.says.CHECK_INSilent":
    "{fact} missed {count, plural, one {on {date}} other {since {date}}}, silent for {days, plural, one {# day} other {# days}}",
  "inbox.says.checkIns": "{count, plural, one {# check-in} other {# check-ins}}",
  "inbox.says.TREND": "{fact} of the plan done in 7 days",
  "inbox.says.TRENDBefore": "{fact} of the plan done in 7 days, was {before}",
  "inbox.says.SKIP": "{fact} skipped on {date}",
  "inbox.says.SKIPS": "{fact} skipped since {date}",
  "inbox.says.tasks": "{count, plural, one {# task} other {# tasks}}",
  "inbox.says.MESSAGE": "{fact}",
  "inbox.says.MESSAGESince": "{fact} since {date}",
  "inbox.says.messages":
    "{count, plural, one {# unanswered message} other {# unanswered messages}}",
  "inbox.says.returns": "Returns {fact}",
  "inbox.says.returnsCheckIn": "Returns {fact} with the next check-in",
  "inbox.closes.PROFILE_REVIEWED": "Closes when the profile is reviewed.",
  "inbox.closes.SUBMISSION_REVIEWED": "Closes when the answers are reviewed.",
  "inbox.closes.QUESTIONNAIRE_GIVEN_OR_CANCELLED":
    "Closes when the questionnaire is taken up or cancelled.",
  "inbox.closes.WORKOUT_REVIEWED": "Closes when the workout is reviewed.",
  "inbox.closes.CHECK_IN_SUBMITTED": "Closes when a check-in is submitted.",
  "inbox.closes.DAY_REVIEWED": "Closes when it, its day or a later day is reviewed.",
  "inbox.closes.DAY_REVIEWED_OR_WITHDRAWN":
    "Closes when its day or a later one is reviewed, or the client takes it back.",
  "inbox.closes.MESSAGE_REPLIED": "Closes when somebody replies.",
  "inbox.closes.OTHER": "Closes by itself once its cause is gone.",
} as const;
