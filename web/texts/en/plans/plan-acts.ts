/** Texts of the acts on a plan: assign, copy, archive. */
export const planActs = {
  "plans.acts": "Copy or archive",
  "plans.act.COPY": "Copy into a new draft",
  "plans.act.ARCHIVE": "Archive",
  "plans.ask.COPY": "Copy “{title}”?",
  "plans.ask.ARCHIVE": "Archive “{title}”?",
  "plans.effect.COPY": "The copy is a draft of its own with the same title. No client has it.",
  "plans.effect.ARCHIVE":
    "It can no longer be edited or assigned. Clients who have it keep it. This cannot be taken back.",
  "plans.assign": "Assign…",
  "plans.key.assign": "assign plan",
  "plans.assignNotPublished": "Publish the plan first",
  "plans.assignTitle": "Assign “{title}”",
  "plans.assignGo":
    "{count, plural, =0 {Assign} one {Assign to # client} other {Assign to # clients}}",
  "plans.assignClientTitle": "Assign a plan to {name}",
  "plans.assignClientGo": "Assign plan",
  "plans.noPublished": "No plan is published yet",
  "plans.pickClients": "Choose clients",
  "plans.findClient": "Find a client",
  "plans.nobodyToAssign": "Every active client has this plan.",
  "plans.startDate": "First day",
  "plans.endDate": "Last day",
  "plans.datesHint":
    "Local days of each client. Without a first day it starts today; without a last day it has no end.",
  "plans.followsNewer": "Follows newer revisions",
  "plans.followsNewerHint": "Otherwise the client keeps the present revision.",
  "plans.assignedFrom": "assigned from {from}",
  "plans.refusal.ALREADY_ASSIGNED": "The client has this plan already.",
  "plans.refusal.NOT_PUBLISHED": "The plan is not published.",
  "plans.refusal.OVER_BEFORE_IT_STARTS": "It would be over before its first day.",
  "plans.refusal.FORM_NOT_PUBLISHED": "The form of this check-in is not published.",
  "plans.endsBefore": "The last day is before the first one.",
  "plans.refusal.too_small": "Something is missing or too small.",
  "plans.refusal.too_big": "Something is too long or too large.",
  "plans.refusal.custom": "Something does not fit together.",
  "plans.refusal.never_asks": "The plan would never ask for anything in this time.",
  "plans.neverAsks.startDate":
    "Begun on this day, the plan would be over by now: a program ends after its weeks, any other plan after {years} years. Choose a later first day.",
  "plans.neverAsks.endDate":
    "Until this day the plan would never ask for anything. Choose a later last day.",
  "plans.refused.ASSIGNMENT_BLOCKED":
    "Programs and nutrition wait until the client has answered the questionnaire.",
  "plans.refused.PROGRAM_RUNNING": "Another program runs. Pause, end or replace it first.",
  "plans.refused.ASSIGNMENT_LIMIT_REACHED": "The client has 100 plans. End some first.",
} as const;
