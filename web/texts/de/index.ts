import { client } from "./client.ts";
import { clientForms } from "./client/client-forms.ts";
import { clientLog } from "./client/client-log.ts";
import { clientPlans } from "./client/client-plans.ts";
import { clientWorkouts } from "./client/client-workouts.ts";
import { clients } from "./clients.ts";
import { drafts } from "./drafts.ts";
import { exercises } from "./exercises.ts";
import { files } from "./files.ts";
import { first } from "./first.ts";
import { formBuilder } from "./forms/form-builder.ts";
import { forms } from "./forms/forms.ts";
import { inboxLater } from "./inbox/inbox-later.ts";
import { join } from "./join.ts";
import { onboarding } from "./onboarding.ts";
import { clientDays } from "./pages/client-days.ts";
import { gone } from "./pages/gone.ts";
import { planActs } from "./plans/plan-acts.ts";
import { planEditor } from "./plans/plan-editor.ts";
import { planPublication } from "./plans/plan-publication.ts";
import { planRules } from "./plans/plan-rules.ts";
import { plans } from "./plans/plans.ts";
import { reminders } from "./reminders.ts";
import { settings } from "./settings/index.ts";
import { support } from "./support/support.ts";
import { sync } from "./sync.ts";
import { timeline } from "./timeline.ts";

/** Every message of the console in this language, as ICU text. A room adds its file here. */
export const messages = {
  ...first,
  ...client,
  ...clientDays,
  ...clientForms,
  ...clientLog,
  ...clientPlans,
  ...clientWorkouts,
  ...clients,
  ...drafts,
  ...exercises,
  ...files,
  ...formBuilder,
  ...forms,
  ...gone,
  ...join,
  ...inboxLater,
  ...onboarding,
  ...planActs,
  ...planEditor,
  ...planPublication,
  ...planRules,
  ...plans,
  ...reminders,
  ...settings,
  ...support,
  ...sync,
  ...timeline,
};
