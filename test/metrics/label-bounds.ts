/** Every label of a metric of ours: how many values it can have at most, and why. */
export const LABEL_BOUNDS: Readonly<Record<string, LabelBound>> = {
  act: { most: 60, because: "types of activities, named in the code" },
  build_id: { most: 1, because: "a process has one build" },
  code: { most: 120, because: "codes of verdicts (contract/sync/vocabulary.ts), and NONE" },
  consumer: { most: 30, because: "consumers of the outbox, and kinds of actors" },
  dependency: { most: 10, because: "checks of readiness" },
  event: { most: 250, because: "domain events (contract/outbox/vocabulary.ts)" },
  failure: { most: 40, because: "classes of faults: SQLSTATE, codes of systems, names of errors" },
  kind: { most: 12, because: "kinds of actors, or of withheld parts of a day" },
  method: { most: 8, because: "HTTP methods that the API knows, and OTHER" },
  outcome: { most: 20, because: "outcomes, named in the code" },
  part: { most: 8, because: "describing fields of a request, and its outbox report" },
  provider: { most: 5, because: "configured providers of exercises" },
  reason: { most: 12, because: "reasons, named in the code" },
  resource: { most: 2, because: "exercises and minutes" },
  route: { most: 400, because: "templates of routes, and none" },
  schedule: { most: 30, because: "schedules (workers/worker/scheduled-workflows.ts)" },
  state: { most: 2, because: "busy and idle" },
  status: { most: 25, because: "statuses of answers, of verdicts or of tasks" },
  table: { most: 3, because: "partitioned tables (db/platform/partitions)" },
  traffic: { most: 10, because: "traffic classes (api/http/gate/traffic.ts)" },
  type: { most: 30, because: "types of coach tasks" },
  version: { most: 1, because: "a process has one version" },
};

/** The bound of a label. */
export interface LabelBound {
  readonly most: number;
  readonly because: string;
}
