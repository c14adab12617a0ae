import type { AllowedNetworks } from "../../device/media/types.ts";
import { useScopeRead } from "../../device/react/use-scope-read.ts";
import { useScopes } from "../../device/react/use-scopes.ts";
import type { Device, Scope } from "../../device/types.ts";
import { useAnnounce } from "../app/announce.tsx";
import { Choice } from "../settings/choice.tsx";
import { usePhotoTexts } from "./texts.ts";

/** The networks over which the bytes of photos are sent, for all coachings of this device. */
export function NetworkChoice({ device }: { readonly device: Device }) {
  const texts = usePhotoTexts();
  const announce = useAnnounce();
  const scopes = useScopes(device).value ?? [];
  const networks = useScopeRead(scopes[0] ?? null, readNetworks).value;
  if (networks === undefined) return null;
  const choose = async (chosen: AllowedNetworks) => {
    try {
      for (const scope of scopes) await (await scope.part("media")).allow({ networks: chosen });
    } catch {
      announce(texts.notStored, "fault");
    }
  };
  return (
    <section className="card padded">
      <Choice
        name={texts.networks}
        chosen={networks}
        options={NETWORKS.map((one) => [one, texts.networkOf[one]])}
        onChoose={(next) => void choose(next === "UNMETERED" ? "UNMETERED" : "ANY")}
      />
      <p className="hint">{texts.networksWhy}</p>
    </section>
  );
}

const NETWORKS = ["ANY", "UNMETERED"] as const;

async function readNetworks(scope: Scope): Promise<AllowedNetworks> {
  return await (await scope.part("media")).networks();
}
