import { inOrder } from "../in-order.ts";
import type { PartContext } from "../parts/part-context.ts";
import { checkAnswers } from "./check-answers.ts";
import { chooseDraft } from "./choose-draft.ts";
import { discardAnswers } from "./discard-answers.ts";
import { formRows } from "./form-rows.ts";
import { foldDrafts } from "./fold-drafts.ts";
import { inOrderOfEach } from "./in-order-of-each.ts";
import { loadForm } from "./load-form.ts";
import { presentForm, summarise } from "./present-form.ts";
import { readForms } from "./read-forms.ts";
import { saveDraft } from "./save-draft.ts";
import { submitForm } from "./submit-form.ts";
import type { Forms } from "./types.ts";
import { writeDraft } from "./write-draft.ts";

/** The forms of a scope. Acts on one form run one after another: each one decides on the rows of the one before. */
export function makeForms(context: PartContext): Forms {
  const { core } = context;
  const rows = formRows(core);
  const stores = async () => ({ core, rows, acts: await context.acts() });
  const oneRead = inOrder();
  const oneAct = inOrderOfEach();

  return {
    refresh: async () =>
      await oneRead(async () => {
        const outcome = await readForms(context, await stores());
        if (outcome === "READ") await foldDrafts(context, await stores(), oneAct);
        return outcome;
      }),
    async list() {
      const scope = await context.row();
      const found = await stores();
      const read = await rows.read.list(scope);
      const known = await Promise.all(read.map(async ({ id }) => await loadForm(found, scope, id)));
      return known.flatMap((form) => (form === null ? [] : [summarise(form)]));
    },
    async form({ formAssignmentId }) {
      const known = await loadForm(await stores(), await context.row(), formAssignmentId);
      return known === null ? null : presentForm(known);
    },
    write: async (draft) =>
      await oneAct(draft, async () => await writeDraft(context, await stores(), draft)),
    save: async (call) =>
      await oneAct(call, async () => await saveDraft(context, await stores(), call)),
    choose: async (choice) =>
      await oneAct(choice, async () => await chooseDraft(context, await stores(), choice)),
    discard: async (call) =>
      await oneAct(call, async () => await discardAnswers(context, await stores(), call)),
    async check({ formAssignmentId, answers }) {
      const read = await rows.read.find(await context.row(), formAssignmentId);
      return read === null ? null : checkAnswers(read.body.form.content, answers);
    },
    submit: async (call) => await submitForm(context, await stores(), { call, oneAct }),
  };
}
