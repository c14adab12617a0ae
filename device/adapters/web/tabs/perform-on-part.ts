import type { PartMethodCall } from "./messages.ts";

/** Carries out a page's call on a part of the device. */
export async function performOnPart(
  part: object,
  { method, args }: PartMethodCall,
): Promise<unknown> {
  const found: unknown = Object.hasOwn(part, method) ? Reflect.get(part, method) : undefined;
  if (typeof found !== "function") throw new TypeError("The part does not know this method.");
  const value: unknown = await Reflect.apply(found, part, args);
  return value;
}
