import { CommandError, exitCodes } from '../errors.ts';
import { describeUnknown } from '../option.ts';
import { suiteDialectByName } from '../dialects/dialects.ts';
import { type Target, standInIdentity } from '../client/target.ts';
import type { Patience } from '../client/patience.ts';
import { demoWorld } from '../cases/demo-world.ts';
import type { DeploymentOptions } from '../client/deployment.ts';
import { openDoor } from '../client/door.ts';
import { demoOAuth, demoOAuthSecrets, startInProcessTarget } from './in-process.ts';
import { type TargetFile, placeholdersOf, readTargetFile } from '../client/target-file.ts';

/** The server that a run is sent to. */
export interface TargetOptions {
  /** URL of a GraphQL endpoint. */
  url?: string;
  /** Path of a target file, which contains the URL, dialect, credentials and placeholders. */
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
  /** Minimum milliseconds between the starts of two requests to a deployment. Default: 0 for a stand-in, else 667. */
  requestIntervalMs?: number | undefined;
  /** Called before a request is sent again to a server that cannot respond for now, with the reason and the milliseconds until then. */
  onWait?: Patience['onWait'];
}

const optionNames = Object.keys({
  url: true,
  targetFile: true,
  dialect: true,
  environment: true,
  timeoutMs: true,
  requestIntervalMs: true,
  onWait: true,
} satisfies Record<keyof TargetOptions, true>);

/** Opens the target of a target file or URL, or starts the stand-in in this process if neither is given. */
export async function openTarget({
  url,
  targetFile,
  dialect = 'specification',
  environment = {},
  timeoutMs = 10_000,
  requestIntervalMs,
  onWait,
  ...rest
}: TargetOptions = {}): Promise<Target> {
  const unknown = describeUnknown(rest, optionNames);
  if (unknown) throw new CommandError(`openTarget: ${unknown}`, exitCodes.usage);
  suiteDialectByName(dialect);
  const options = { environment, timeoutMs, requestIntervalMs, patience: { onWait } };
  if (targetFile === undefined && url === undefined) return startInProcessTarget({ timeoutMs, dialect });
  const file =
    targetFile === undefined
      ? { url: url!, dialect }
      : { ...readTargetFile(targetFile), ...(url !== undefined && { url }) };
  return openDeployment(file, options);
}

/** Creates the target of a deployment. A stand-in with the demo world has the names of that world, unless the file has names. */
export async function openDeployment(file: TargetFile, options: DeploymentOptions): Promise<Target> {
  const target = openDoor(file, suiteDialectByName(file.dialect), options);
  if (file.placeholders !== undefined || file.locales !== undefined) return target;
  const world = standInIdentity(await target.readRoot())?.world;
  if (world !== 'demo' && world !== 'demo-oauth') return target;
  const named = { ...demoWorld, ...file };
  const hasApplication = world === 'demo-oauth' && !file.oauth;
  return {
    ...target,
    placeholders: { ...target.placeholders, ...placeholdersOf(named), ...(hasApplication && demoOAuth) },
    mayChange: new Set(named.mayChange),
    ...(hasApplication && { secrets: () => [...target.secrets(), ...demoOAuthSecrets] }),
  };
}
