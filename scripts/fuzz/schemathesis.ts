import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { execute, type Result } from "../service/execute.js";

/** The tag of the image: the version that .ci/run installs. */
const VERSION = /^SCHEMATHESIS=(\S+)$/m.exec(readFileSync(".ci/run", "utf8"))?.[1] ?? "stable";
const IMAGE = `ghcr.io/schemathesis/schemathesis:${VERSION}`;

/**
 * Runs Schemathesis in Docker, or from the PATH or the variable SCHEMATHESIS when Docker isn't available.
 * @param folder the only folder that it can write to
 */
export function schemathesis(
  parameters: string[],
  variables: Record<string, string>,
  folder: string,
  signal: AbortSignal,
): Promise<Result> {
  const ownVariables = { ...variables, PYTHONDONTWRITEBYTECODE: "1", HYPOTHESIS_STORAGE_DIRECTORY: folder };
  const env = { ...process.env, ...ownVariables };
  if (spawnSync("docker", ["info"], { stdio: "ignore" }).status !== 0)
    return execute(process.env["SCHEMATHESIS"] ?? "schemathesis", parameters, env, signal);
  const { uid, gid } = userInfo();
  const here = process.cwd();
  const container = ["run", "--rm", "--network", "host", "--user", `${uid}:${gid}`, "--workdir", here];
  container.push("--volume", `${here}:${here}:ro`, "--volume", `${folder}:${folder}`);
  for (const name of Object.keys(ownVariables)) container.push("--env", name);
  return execute("docker", [...container, IMAGE, ...parameters], env, signal);
}
