import * as z from "zod";
import type { ProviderExercise } from "../../../rules/exercises/catalogue/provider-exercise.ts";
import { callProvider, type Send } from "./call-provider.ts";
import type {
  DetailOutcome,
  ExerciseProvider,
  IntegrationRecord,
  ProviderRefusal,
} from "./exercise-provider.ts";
import { ItemId, readItems } from "./read-items.ts";
import { textOf } from "./text-of.ts";

/** Client of wger, whose items each have a licence and an author. It has a catalogue and no metered media. */
export function createWgerProvider(
  { record, apiUrl }: { readonly record: IntegrationRecord; readonly apiUrl: string },
  send: Send = fetch,
): ExerciseProvider {
  const ask = async <Shape extends z.ZodType>(
    query: Record<string, string>,
    shape: Shape,
  ): Promise<{ readonly read: z.output<Shape> } | ProviderRefusal> => {
    const url = new URL(`${apiUrl.replace(/\/$/, "")}/exerciseinfo/`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await callProvider(send, {
      url,
      headers: { accept: "application/json" },
      withinMs: WITHIN_MS,
    });
    if (answer.outcome !== "ANSWER") return answer;
    if (answer.status === 401 || answer.status === 403) return { outcome: "UNAUTHORISED" };
    if (answer.status === 429) return { outcome: "RATE_LIMITED", pauseMs: PAUSE_MS };
    if (answer.status >= 500) return { outcome: "UNAVAILABLE", sent: true };
    const read = shape.safeParse(answer.json);
    return answer.status === 200 && read.success ? { read: read.data } : { outcome: "MALFORMED" };
  };
  return {
    record,
    catalogue: {
      async browse(page) {
        const offset = (page - 1) * PAGE_SIZE;
        const answer = await ask({ limit: String(PAGE_SIZE), offset: String(offset) }, Page);
        if ("outcome" in answer) return answer;
        const { count, results } = answer.read;
        const items = readItems(results, { item: Info, id: Id });
        if (items === null) return { outcome: "MALFORMED" };
        const { read, leftOut } = items;
        const pages = Math.ceil(count / PAGE_SIZE);
        const exercises = read.map(exerciseOf);
        return { outcome: "PAGE", exercises, leftOut, total: count, pages };
      },
      async detail(id): Promise<DetailOutcome> {
        const answer = await ask({ uuid: id }, Details);
        if ("outcome" in answer) return answer;
        const [only] = answer.read.results.filter(({ uuid }) => uuid === id);
        return only === undefined
          ? { outcome: "NOT_FOUND" }
          : { outcome: "DETAIL", exercise: exerciseOf(only) };
      },
    },
    media: null,
  };
}

const PAGE_SIZE = 50;
const WITHIN_MS = 15_000;
const PAUSE_MS = 60_000;

/** The translation that names an item; the others are stored alongside. */
const ENGLISH = 2;
/** wger's numbers of the languages that the product supports. */
const LANGUAGES: Readonly<Record<number, string>> = { 1: "de", 2: "en", 3: "bg", 4: "es" };

const Named = z.object({ name: z.string() });
const Muscle = z.object({ name: z.string(), name_en: z.string().nullish() });
const Text = z.string().transform(textOf);
// The answer includes images and videos, which are not read: this provider meters nothing.
const Info = z.object({
  uuid: ItemId,
  category: Named.nullish(),
  muscles: z.array(Muscle),
  muscles_secondary: z.array(Muscle),
  equipment: z.array(Named),
  license: z.object({ short_name: z.string() }).nullish(),
  license_author: Text.nullish(),
  translations: z.array(z.object({ language: z.int(), name: Text, description: Text.nullish() })),
});
const Id = z.object({ uuid: ItemId }).transform(({ uuid }) => uuid);
const Page = z.object({ count: z.int().nonnegative(), results: z.array(z.unknown()) });
const Details = z.object({ results: z.array(Info) });

function exerciseOf(info: z.output<typeof Info>): ProviderExercise {
  const own =
    info.translations.find(({ language }) => language === ENGLISH) ?? info.translations[0];
  const muscles = (all: readonly z.output<typeof Muscle>[]) =>
    all.map(({ name, name_en: english }) =>
      english === null || english === undefined || english === "" ? name : english,
    );
  const title = own === undefined || own.name === "" ? info.uuid : own.name;
  return {
    providerExerciseId: info.uuid,
    title,
    slug: null,
    description: someText(own?.description),
    instructions: [],
    importantPoints: [],
    translations: info.translations.flatMap(({ language, name, description }) => {
      const tag = LANGUAGES[language];
      if (tag === undefined || language === own?.language) return [];
      return [{ language: tag, title: name, description: someText(description), instructions: [] }];
    }),
    hasVideo: false,
    videoSeconds: null,
    labels: {
      muscleGroups: muscles(info.muscles),
      secondaryMuscleGroups: muscles(info.muscles_secondary),
      equipment: info.equipment.map(({ name }) => name),
      exerciseTypes: [],
      difficulty: null,
      category: info.category?.name ?? null,
    },
    credit: {
      licence: info.license?.short_name ?? "unknown",
      author: someText(info.license_author),
    },
  };
}

const someText = (text: string | null | undefined) =>
  text === undefined || text === "" ? null : text;
