import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import type { Target } from '../model/target.ts';
import { demoWorld } from './demo-world.ts';
import { type DeploymentOptions, createDeploymentTarget } from './deployment.ts';
import { standInIdentity } from './identify.ts';
import { startInProcessTarget } from './in-process.ts';
import { type TargetFile, placeholdersOf, readTargetFile } from './target-file.ts';

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
  return openDeployment(file, options);
}

/** Creates the target of a deployment. A stand-in with the demo world has the names of that world, unless the file has names. */
export async function openDeployment(file: TargetFile, options: DeploymentOptions): Promise<Target> {
  const target = createDeploymentTarget(file, options);
  const isUnnamed = file.placeholders === undefined && file.locales === undefined;
  if (!isUnnamed || standInIdentity(await target.readRoot())?.world !== 'demo') return target;
  const named = { ...demoWorld, ...file };
  return {
    ...target,
    placeholders: { ...target.placeholders, ...placeholdersOf(named) },
    mayChange: new Set(named.mayChange),
  };
}
