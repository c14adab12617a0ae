import type { Form } from "../../../../device/forms/types.ts";
import type { Scope } from "../../../../device/types.ts";
import { queueKeyOf } from "../acts/fill-in-form.ts";
import type { World } from "../world.ts";

/** A form without a draft of this device is shown as the server showed it, and no older than before. */
export async function brokenForms(world: World, scope: Scope): Promise<string[]> {
  const { server, seen, phone } = world;
  const broken: string[] = [];
  const [row] = await phone.rows(
    `select cache_key from cache_scope where scope_id = '${scope.scopeId}'`,
  );
  for (const form of await formsOf(world, scope)) {
    broken.push(...(await lostWords(world, scope, form)));
    if (form.writtenAt !== null) continue;
    const shown = shownForm(form);
    const version = server.witness.versionOf(shown);
    const place = `${shown.taskId} ${String(row?.["cache_key"])}`;
    if (version < 0) broken.push(`the form ${shown.taskId} is shown as the server never sent it`);
    if (version < (seen.get(place) ?? 0))
      broken.push(`the form ${shown.taskId} went back to an older version`);
    seen.set(place, Math.max(version, seen.get(place) ?? 0));
  }
  return broken;
}

/** A phone that could read shows every form as it is at the server, and no answers as unsaved that the server has. */
export async function staleForms(world: World): Promise<string[]> {
  const stale: string[] = [];
  for (const scope of (await world.device?.scopes()) ?? []) {
    const stored = world.server.stored.relationships.get(scope.scopeId);
    for (const form of await formsOf(world, scope)) {
      const { taskId, revision, answers } = shownForm(form);
      const at = stored?.forms.get(taskId);
      if (at?.state.revision !== revision)
        stale.push(`the form ${taskId} is not shown as it is at the server`);
      if (form.state === "LOCAL_DRAFT" && at?.answers["main_goal"] === answers["main_goal"])
        stale.push(`the form ${taskId} is shown as not saved`);
    }
  }
  return stale;
}

/**
 * The last answers of a person are shown until the server has them, or the person keeps another draft. An order may
 * delete them.
 * A write whose answer never arrived may be stored.
 */
async function lostWords(world: World, scope: Scope, form: Form): Promise<string[]> {
  const written = world.written.get(scope.scopeId);
  if (written?.isConfirmed !== true) return [];
  const { server } = world;
  const person = server.stored.relationships.get(scope.scopeId)?.person;
  const mayBeGone = person === undefined || server.witness.orderedPurges.has(person);
  if (mayBeGone || written.queueKey !== (await queueKeyOf(world, scope.scopeId))) return [];
  if (written.words.some((word) => server.witness.savedWords.has(word))) return [];
  const shown = [form.answers, form.conflict?.mine].map((answers) => answers?.["main_goal"]);
  return written.words.some((word) => shown.includes(word))
    ? []
    : [`the answers ${written.words.join(" or ")} were lost`];
}

async function formsOf({ surface }: World, scope: Scope): Promise<readonly Form[]> {
  if (surface !== "CLIENT_MOBILE") return [];
  const forms = await scope.part("forms");
  const listed = await forms.list();
  const all = await Promise.all(listed.map(async ({ assignment }) => await forms.form(assignment)));
  return all.filter((form) => form !== null);
}

function shownForm({ assignment, answers }: Form) {
  const { formAssignmentId: taskId, revision } = assignment;
  return { taskId, revision, answers };
}
