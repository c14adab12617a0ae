import type { Texts } from "../../texts/use-texts.ts";
import type { TaskDetail } from "../inbox-query.ts";

/** The actor of an event of a task in words: the reader, a member by their name, a former member, or nobody. */
export function actorText({ t }: Pick<Texts, "t">, actor: TaskActor, known: KnownPeople): string {
  if (actor.kind !== "COACH") return t("inbox.by.system");
  if (actor.userId === known.reader) return t("inbox.by.you");
  const name = known.members.find(({ userId }) => userId === actor.userId)?.displayName;
  return name === undefined ? t("inbox.by.coach") : t("inbox.by.name", { name });
}

/** Whether a name of the list of members is needed to say who it was. */
export const needsName = ({ kind, userId }: TaskActor, reader: string): boolean =>
  kind === "COACH" && userId !== null && userId !== reader;

type TaskActor = TaskDetail["timeline"][number]["actor"];

interface KnownPeople {
  /** The signed-in coach. */
  readonly reader: string;
  readonly members: readonly { readonly userId: string; readonly displayName: string }[];
}
