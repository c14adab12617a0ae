import { expect, test } from "@jest/globals";
import { openServer } from "../../api/http/open-server.ts";

/** The longest idle time of a connection at which balancers are run as they come: nginx 60 s, AWS 60 s. */
const BALANCER_MS = 60_000;

test("An idle connection to the API outlives the balancer's own idle time, so the balancer closes it first", () => {
  expect(openServer(() => undefined).keepAliveTimeout).toBeGreaterThan(BALANCER_MS);
});
