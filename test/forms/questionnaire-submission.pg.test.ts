import { afterAll, expect, test } from "@jest/globals";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { OnboardingTask } from "../../db/onboarding/onboarding-task.ts";
import { openDatabase } from "../../db/orm.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/transact.ts";
import { onboardingActorId } from "../../rules/onboarding/onboarding-actor-id.ts";
import { DEFAULT_ANSWERS } from "../factories/forms.ts";
import { buildRelationship } from "../factories/identity.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "questionnaire" });
const { em } = database;
afterAll(() => database.close());

test("the questionnaire of an onboarding, submitted, wakes its actor", async () => {
  const { client, relationshipId } = await buildRelationship(em);
  const source = { relationshipId, sourceType: "ONBOARDING" } as const;
  const { id, sourceId } = await em.fork().findOneOrFail(FormAssignment, source);
  const { formSubmissionId } = await transact(em, (tx) =>
    submitForm(tx, {
      formAssignmentId: id,
      clientUserId: client.userId,
      answers: DEFAULT_ANSWERS,
      requestId: null,
    }),
  );
  const { instanceId } = await em.fork().findOneOrFail(OnboardingTask, sourceId);
  const told = { type: "FormSubmissionReceived", subjectId: formSubmissionId } as const;
  const rows = await em.fork().find(OutboxRow, told);
  const toActor = rows.filter(({ consumer }) => consumer === "onboarding-actor");
  expect(toActor.map(({ key }) => key)).toEqual([onboardingActorId(instanceId)]);
  expect(toActor[0]?.refs).toMatchObject({ formAssignmentId: id, sourceId, instanceId });
});
