import { skipToken, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConsole } from "../frame/console-context.ts";
import { type PictureWidth, pictureQuery } from "./exercise-query.ts";
import { pictureAsset } from "./picture-asset.ts";
import { PlaceholderFigure } from "./placeholder-figure.tsx";
import { useObjectUrl } from "../kit/hooks/use-object-url.ts";

/**
 * The picture of an exercise, or a figure that shows the trained part. The tile has the name as text, so screen readers
 * skip it.
 */
export function ExercisePicture({ address, placeholder, width }: PictureProps): ReactNode {
  const { api } = useConsole();
  const assetId = pictureAsset(address);
  const picture = useQuery(
    assetId === null
      ? { queryKey: ["exercise-picture", "none"], queryFn: skipToken }
      : pictureQuery(api, { assetId, width }),
  );
  const url = useObjectUrl(picture.data ?? null);
  return (
    <span className="thumb" aria-hidden="true">
      {url !== null && <img src={url} alt="" />}
      {(assetId === null || picture.isError) && <PlaceholderFigure part={placeholder ?? ""} />}
    </span>
  );
}

interface PictureProps {
  readonly address: string | null;
  /** The part that a figure shows: a muscle group. */
  readonly placeholder: string | null;
  readonly width: PictureWidth;
}
