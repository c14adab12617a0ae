import { arrival } from "./arrival.ts";
import { client } from "./client.ts";
import { clients } from "./clients.ts";
import { exercises } from "./exercises.ts";
import { files } from "./files.ts";
import { formBuilder } from "./forms/form-builder.ts";
import { forms } from "./forms/forms.ts";
import { frame } from "./frame.ts";
import { inbox } from "./inbox.ts";
import { keys } from "./keys.ts";
import { onboarding } from "./onboarding.ts";
import { planActs } from "./plans/plan-acts.ts";
import { planEditor } from "./plans/plan-editor.ts";
import { planPublication } from "./plans/plan-publication.ts";
import { planRules } from "./plans/plan-rules.ts";
import { plans } from "./plans/plans.ts";
import { problems } from "./problems.ts";
import { reminders } from "./reminders.ts";
import { session } from "./session.ts";
import { settings } from "./settings/index.ts";
import { support } from "./support/support.ts";
import { sync } from "./sync.ts";
import { timeline } from "./timeline.ts";

/** Every message of the console in this language, as ICU text. A room adds its file here. */
export const messages = {
  ...arrival,
  ...client,
  ...clients,
  ...exercises,
  ...files,
  ...formBuilder,
  ...forms,
  ...frame,
  ...inbox,
  ...keys,
  ...onboarding,
  ...planActs,
  ...planEditor,
  ...planPublication,
  ...planRules,
  ...plans,
  ...problems,
  ...reminders,
  ...session,
  ...settings,
  ...support,
  ...sync,
  ...timeline,
};
