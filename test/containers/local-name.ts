import { interpolate } from "../../tools/production/shape/compose-file.ts";

/**
 * The full name of an image without its digest: only the registry has the image of the digest. Names without a registry
 * are those of Docker's.
 */
export function localName(image: string): string {
  const [name = ""] = interpolate(image, {}).split("@");
  if (name.startsWith("sideline:")) return `localhost/${name}`;
  const [first = "", ...others] = name.split("/");
  if (others.length === 0) return `docker.io/library/${name}`;
  return first.includes(".") ? name : `docker.io/${name}`;
}
