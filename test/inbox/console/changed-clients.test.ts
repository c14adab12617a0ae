import { describe, expect, test } from "@jest/globals";
import {
  changedClients,
  type PresentClients,
  sentClients,
} from "../../../rules/inbox/console/changed-clients.ts";

const MOST = 3;
const NOBODY: PresentClients = { moved: [], unsettled: [] };
const moved = (relationshipId: string, tag = `${relationshipId}1`, isRecent = true) => ({
  relationshipId,
  tag,
  isRecent,
});
const idsOf = (before: PresentClients, present: PresentClients) =>
  changedClients(sentClients(before), present, MOST);
const named = (...relationshipIds: readonly string[]) => ({ reload: false, relationshipIds });

describe("A console reads a client again (docs/rooms/inbox.md#changes-of-a-workspace)", () => {
  test("if a change of the client was not sent, and not if a read only sees a sent one again", () => {
    const sent = { moved: [moved("a"), moved("b")], unsettled: [] };
    expect(idsOf(NOBODY, sent)).toEqual(named("a", "b"));
    expect(idsOf(sent, sent)).toEqual(named());
    const later = { moved: [moved("a"), moved("b", "b2"), moved("c")], unsettled: [] };
    expect(idsOf(sent, later)).toEqual(named("b", "c"));
  });

  test("if a change that was dated earlier commits later", () => {
    const sent = { moved: [moved("a")], unsettled: [] };
    const late = { moved: [moved("late"), moved("a")], unsettled: [] };
    expect(idsOf(sent, late)).toEqual(named("late"));
  });

  test("once more when its batch is settled, also when the change itself is no longer seen", () => {
    const waiting = { relationshipId: "a", batches: "one" };
    const tapped = { moved: [moved("a")], unsettled: [waiting] };
    expect(idsOf(NOBODY, tapped)).toEqual(named("a"));
    expect(idsOf(tapped, tapped)).toEqual(named());
    expect(idsOf(tapped, { ...tapped, unsettled: [] })).toEqual(named("a"));
    expect(idsOf(tapped, NOBODY)).toEqual(named("a"));
    const oneLeft = { ...tapped, unsettled: [{ ...waiting, batches: "other" }] };
    expect(idsOf(tapped, oneLeft)).toEqual(named("a"));
    expect(idsOf(oneLeft, { ...tapped, unsettled: [] })).toEqual(named("a"));
  });

  test("each client once, whatever happened to it", () => {
    const tapped = {
      moved: [moved("a")],
      unsettled: [{ relationshipId: "a", batches: "one" }],
    };
    expect(idsOf(tapped, { moved: [moved("a", "a2")], unsettled: [] })).toEqual(named("a"));
  });
});

describe("A console reads everything again", () => {
  const reload = { reload: true, relationshipIds: [] };

  test("if more clients changed than a cursor names", () => {
    const many = { moved: ["a", "b", "c", "d"].map((id) => moved(id)), unsettled: [] };
    expect(idsOf(NOBODY, many)).toEqual(reload);
  });

  test("once, when too many unsettled batches have become few", () => {
    const many = { moved: [], unsettled: null };
    expect(idsOf(NOBODY, many)).toEqual(named());
    expect(idsOf(many, many)).toEqual(named());
    expect(idsOf(many, NOBODY)).toEqual(reload);
    expect(idsOf(NOBODY, NOBODY)).toEqual(named());
  });
});

test("A cursor names only the changes that a later read sees again", () => {
  const { tags } = sentClients({ moved: [moved("a", "old", false), moved("b")], unsettled: [] });
  expect([...tags]).toEqual(["b1"]);
});
