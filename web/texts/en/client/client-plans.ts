/** Texts about the plans that a client has. */
export const clientPlans = {
  "clientPlans.title": "Plans",
  "clientPlans.none": "The client has no plan.",
  "clientPlans.from": "from {from}",
  "clientPlans.stays": "keeps its revision",
  "clientPlans.acts": "Change “{title}”",
  "clientPlans.act.PAUSE": "Pause",
  "clientPlans.act.RESUME": "Resume",
  "clientPlans.act.REPLACE": "Replace",
  "clientPlans.act.FOLLOW": "Follow newer revisions",
  "clientPlans.act.END": "End",
  "clientPlans.ask.PAUSE": "Pause “{title}”?",
  "clientPlans.ask.RESUME": "Resume “{title}”?",
  "clientPlans.ask.REPLACE": "Replace “{title}”?",
  "clientPlans.ask.FOLLOW": "Let “{title}” follow newer revisions?",
  "clientPlans.ask.END": "End “{title}”?",
  "clientPlans.effect.PAUSE":
    "From today on it asks {name} for nothing. Untouched tasks of today are cancelled; begun and done ones stay. You can resume it at any time.",
  "clientPlans.effect.RESUME":
    "It asks {name} again from today on, and the tasks of today come back. If it follows newer revisions, the newest one applies.",
  "clientPlans.effect.REPLACE":
    "From today on {name} gets the other plan instead. Begun and done tasks of today stay. This cannot be taken back.",
  "clientPlans.effect.FOLLOW":
    "The newest revision applies to {name} from today on, and so will each later one.",
  "clientPlans.effect.END":
    "From today on it asks {name} for nothing. Untouched tasks are cancelled; begun and done ones stay. This cannot be taken back.",
  "clientPlans.pausedProgram":
    "Once it is resumed, the remaining days of the program move by whole weeks, or you choose the day.",
  "clientPlans.sameEnd": "Its last day does not move.",
  "clientPlans.go.PAUSE": "Pause plan",
  "clientPlans.go.RESUME": "Resume plan",
  "clientPlans.go.REPLACE": "Replace plan",
  "clientPlans.go.FOLLOW": "Follow from today on",
  "clientPlans.go.END": "End plan",
  "clientPlans.keep": "Keep plan",
  "clientPlans.did.PAUSE": "“{title}” is paused.",
  "clientPlans.did.RESUME": "“{title}” runs again.",
  "clientPlans.did.REPLACE": "“{title}” is replaced by “{successor}”.",
  "clientPlans.did.FOLLOW": "“{title}” follows newer revisions.",
  "clientPlans.did.END": "“{title}” has ended.",
  "clientPlans.continueWith": "Continue today with",
  "clientPlans.whereItStopped": "Where it stopped",
  "clientPlans.continueHint":
    "Where it stopped, each remaining day keeps its weekday. A workout begun today stays the one of today.",
  "clientPlans.successor": "New plan",
  "clientPlans.noOther": "No other plan is published.",
  "clientPlans.lastDay": "Last day, if there is one",
  "clientPlans.dayOver": "This day is over.",
  "clientPlans.stopUse": "Stop workouts on the phone",
  "clientPlans.stopUseHint":
    "A workout of the former plan that a phone has taken offline can no longer be submitted.",
  "plans.refusal.NOT_ACTIVE": "The plan does not run any more: it was paused or ended meanwhile.",
  "plans.refusal.NOT_PAUSED": "The plan is not paused any more.",
  "plans.refusal.NEITHER_ACTIVE_NOR_PAUSED": "The plan was ended or replaced meanwhile.",
  "plans.refusal.no_such_day": "The program has no such day any more. Choose another one.",
} as const;
