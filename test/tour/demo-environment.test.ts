import { expect, test } from "@jest/globals";
import { demoEnvironment } from "../../tools/demo/demo-environment.ts";

test.each([
  ["DATABASE_URL", "postgresql://db.example.com/sideline"],
  ["DATABASE_OWNER_URL", "postgresql://db.example.com/sideline"],
  ["OIDC_ISSUER", "https://login.example.com"],
  ["TEMPORAL_ADDRESS", "temporal.example.com:7233"],
  ["SIDELINE_MODE", "production"],
])("a demo refuses an environment with %s of another installation", (name, value) => {
  expect(() => demoEnvironment({ PATH: "/bin", [name]: value })).toThrow(`${name}: `);
});

test("a demo uses no mail, bucket, push or video account that the environment names", () => {
  const kept = { PATH: "/bin", API_PORT: "3100", LOG_LEVEL: "error" };
  const left = {
    SMTP_URL: "smtps://mail.example.com",
    MEDIA_BUCKET: "media",
    EXERCISE_PROVIDER: "api-v2",
    API_PUBLIC_URL: "https://api.example.com",
    DATABASE_URL: "",
  };
  expect(demoEnvironment({ ...kept, ...left })).toEqual(kept);
});
