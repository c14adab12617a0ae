import * as z from "zod";
import type { Manifest } from "./build-overlay.ts";

/** The Deployments and the Job among manifests, each with the facts that docker-compose.yml also has. */
export function readWorkloads(manifests: readonly Manifest[]): readonly Workload[] {
  return manifests
    .filter(({ kind }) => kind === "Deployment" || kind === "Job")
    .map((manifest) => workloadOf(manifest, manifests));
}

/** The workloads of a part of the product; versioned workers are several. */
export function workloadsOf(part: string, manifests: readonly Manifest[]): readonly Workload[] {
  const found = readWorkloads(manifests).filter((one) => one.part === part);
  if (found.length === 0) throw new Error(`No workload is the part ${part}.`);
  return found;
}

/** A Deployment or Job. */
export interface Workload {
  readonly name: string;
  /** The service of docker-compose.yml. */
  readonly part: string;
  readonly spec: WorkloadSpec;
  readonly pod: PodSpec;
  readonly container: PodSpec["containers"][number];
  readonly labels: Readonly<Record<string, string>>;
  /** Variables of its process, from ConfigMaps and its own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Names of the files below /run/secrets, by the Secret that has them. */
  readonly secrets: Readonly<Record<string, readonly string[]>>;
}

const Item = z.object({ key: z.string(), path: z.string() });
const Probe = z.object({
  httpGet: z.object({ path: z.string(), port: z.string() }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int(),
  failureThreshold: z.int(),
});
const Resources = z.strictObject({ cpu: z.string(), memory: z.string() });
const Variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ fieldRef: z.object({ fieldPath: z.string() }) }).optional(),
});
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  env: z.array(Variable).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })).default([]),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  resources: z.object({ requests: Resources, limits: Resources }),
  securityContext: z.looseObject({}),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
const Volume = z.looseObject({
  name: z.string(),
  projected: z
    .object({
      sources: z.array(z.object({ secret: z.object({ name: z.string(), items: z.array(Item) }) })),
    })
    .optional(),
});
const PodSpec = z.looseObject({
  containers: z.tuple([Container]),
  volumes: z.array(Volume),
  terminationGracePeriodSeconds: z.int().optional(),
  automountServiceAccountToken: z.boolean(),
  enableServiceLinks: z.boolean(),
  securityContext: z.looseObject({}),
});
type PodSpec = z.infer<typeof PodSpec>;
const WorkloadSpec = z.looseObject({
  replicas: z.int().optional(),
  minReadySeconds: z.int().optional(),
  strategy: z
    .object({ rollingUpdate: z.object({ maxSurge: z.int(), maxUnavailable: z.int() }) })
    .optional(),
  template: z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }),
    spec: PodSpec,
  }),
});
type WorkloadSpec = z.infer<typeof WorkloadSpec>;
const ConfigMap = z.object({ data: z.record(z.string(), z.string()) });

function workloadOf(manifest: Manifest, manifests: readonly Manifest[]): Workload {
  const spec = WorkloadSpec.parse(manifest["spec"]);
  const { metadata, spec: pod } = spec.template;
  const [container] = pod.containers;
  const part = metadata.labels["sideline.app/part"] ?? "";
  const fromMaps = container.envFrom.map(({ configMapRef }) =>
    valuesOf(configMapRef.name, manifests),
  );
  const own = container.env.map(({ name, value, valueFrom }) => {
    const [, label = ""] =
      /^metadata\.labels\['(.+)'\]$/.exec(valueFrom?.fieldRef.fieldPath ?? "") ?? [];
    return [name, value ?? metadata.labels[label] ?? ""] as const;
  });
  const sources = pod.volumes.flatMap(({ projected }) => projected?.sources ?? []);
  return {
    name: manifest.metadata.name,
    part,
    spec,
    pod,
    container,
    labels: metadata.labels,
    environment: Object.fromEntries([...fromMaps.flatMap((map) => Object.entries(map)), ...own]),
    secrets: Object.fromEntries(
      sources.map(({ secret }) => [secret.name, secret.items.map(({ path }) => path)]),
    ),
  };
}

function valuesOf(name: string, manifests: readonly Manifest[]): Readonly<Record<string, string>> {
  const map = manifests.find((one) => one.kind === "ConfigMap" && one.metadata.name === name);
  if (map === undefined) throw new Error(`There is no ConfigMap ${name}.`);
  return ConfigMap.parse(map).data;
}
