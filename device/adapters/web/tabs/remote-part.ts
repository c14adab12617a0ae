import type { PartMethodCall } from "./messages.ts";
import type { DeviceParts, ScopeParts } from "../../../parts/types.ts";

/**
 * The parts of a scope or of the device as a page uses them. A part is the same object each time, so that a screen
 * which asks again keeps its state.
 */
export function remoteParts<Names extends keyof Parts>(
  perform: (name: Names, call: PartMethodCall) => Promise<unknown>,
  uuid: () => string,
): <Name extends Names>(name: Name) => Promise<Parts[Name]> {
  const parts: { [Name in keyof Parts]?: Parts[Name] } = {};
  return async (name) => {
    const part: Parts[typeof name] =
      parts[name] ?? remotePart(name, { uuid, perform: async (call) => await perform(name, call) });
    parts[name] = part;
    return part;
  };
}

/**
 * A part as a page uses it: each method is a call to the owner of the device. The page chooses `callId`, so that a
 * call that is sent again to a new owner is the same act.
 */
function remotePart<Name extends keyof Parts>(
  name: Name,
  { perform, uuid }: RemotePartOptions,
): Parts[Name] {
  const methods = new Map<string, Method>();
  const part: unknown = new Proxy(
    {},
    {
      get(_, property) {
        // A promise that resolves with this object must not find a `then`.
        if (typeof property !== "string" || property === "then") return undefined;
        const method = methods.get(property) ?? methodOf(property);
        methods.set(property, method);
        return method;
      },
    },
  );
  if (isPart(name, part)) return part;
  throw new TypeError("A part is an object");

  function methodOf(method: string): Method {
    return async (argument) => {
      const args = argument === undefined ? [] : [{ callId: uuid(), ...argument }];
      return await perform({ method, args });
    };
  }
}

interface RemotePartOptions {
  readonly perform: (call: PartMethodCall) => Promise<unknown>;
  readonly uuid: () => string;
}

type Method = (argument?: object) => Promise<unknown>;

/** The parts of a scope and of the whole device. */
type Parts = ScopeParts & DeviceParts;

/** Both ends are the same library, so the owner's part of this name has the methods of the type. */
function isPart<Name extends keyof Parts>(name: Name, part: unknown): part is Parts[Name] {
  return name.length > 0 && typeof part === "object";
}
