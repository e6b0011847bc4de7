import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import type { Target } from '../model/target.ts';
import { demoWorld } from './demo-world.ts';
import { createDeploymentTarget } from './deployment.ts';
import { readRoot, standInIdentity } from './identify.ts';
import { startInProcessTarget } from './in-process.ts';
import { type TargetFile, readTargetFile } from './target-file.ts';

/** The server that a run is sent to. */
export interface TargetOptions {
  /** URL of a GraphQL endpoint. */
  url?: string;
  /** Path of a target file, which contains the URL, dialect, credentials and placeholders; see `target.schema.json`. */
  targetFile?: string;
  /** Name of the dialect that the server uses; ignored with a target file. Default: `specification`. */
  dialect?: string;
  /**
   * Variables that contain the credentials of a deployment: for a URL, `PLENUM_ADMIN_TOKEN`, `PLENUM_MEMBER_TOKEN` and
   * `PLENUM_OTHER_TOKEN`; for a target file, the variables that it names.
   */
  environment?: NodeJS.ProcessEnv;
  /** Time limit of a request. Default: 10000. */
  timeoutMs?: number;
  /** Minimum time between the starts of two requests to a deployment. Default: 0. */
  requestIntervalMs?: number;
}

/** Opens the target of a target file or URL, or starts the stand-in in this process if neither is given. */
export async function openTarget({
  url,
  targetFile,
  dialect = 'specification',
  environment = {},
  timeoutMs = 10_000,
  requestIntervalMs = 0,
}: TargetOptions = {}): Promise<Target> {
  suiteDialectByName(dialect);
  const options = { environment, timeoutMs, requestIntervalMs };
  if (targetFile === undefined && url === undefined) return startInProcessTarget({ timeoutMs, dialect });
  const file = targetFile === undefined ? { url: url!, dialect } : readTargetFile(targetFile);
  return createDeploymentTarget(await withDemoWorld(file, timeoutMs), options);
}

/** Adds what is known of the demo world to a target that names nothing, if it is a stand-in with that world. */
export async function withDemoWorld(file: TargetFile, timeoutMs: number): Promise<TargetFile> {
  const isUnnamed = file.placeholders === undefined && file.locales === undefined;
  if (!isUnnamed) return file;
  const identity = standInIdentity(await readRoot(file.url, timeoutMs));
  return identity?.world === 'demo' ? { ...demoWorld, ...file } : file;
}
