import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Case } from '../cases/load.ts';
import type { ConformOptions } from '../../src/cli/commands/conform.ts';
import { startInProcessTarget } from './in-process.ts';
import { createDeploymentTarget, readTargetFile } from './deployment.ts';
import { type Target, isLoopbackUrl } from '../model/target.ts';

/** The target that the options name: a target file, a URL, or the stand-in in this process. */
export async function openTarget(options: ConformOptions, environment: NodeJS.ProcessEnv): Promise<Target> {
  const { timeoutMs, requestIntervalMs, url, dialect } = options;
  suiteDialectByName(dialect);
  if (options.target)
    return createDeploymentTarget(readTargetFile(options.target), { environment, timeoutMs, requestIntervalMs });
  if (url) return createDeploymentTarget({ url, dialect }, { environment, timeoutMs, requestIntervalMs });
  return startInProcessTarget({ timeout: timeoutMs, dialect });
}

/** Says what a run writes into a deployment that is not on this machine; a CommandError unless its host is confirmed. */
export function assertWriteConfirmed(
  target: Target,
  { confirm }: ConformOptions,
  cases: Case[],
  print: (text: string) => void,
): void {
  const { host, hostname } = new URL(target.url);
  if (isLoopbackUrl(target.url)) return;
  const meetings = cases.filter(({ id }) => /^(create|update)-meeting|^document/.test(id)).length;
  const answers = cases.filter(({ id }) => id.startsWith('answer/')).length;
  print(
    `This run writes to ${host}: about ${meetings} meetings, ${answers} answers to proposals, and results where they can be created.`,
  );
  if (confirm === host || confirm === hostname) return;
  throw new CommandError(
    `to write to ${host}, say --confirm ${hostname}; --mode validate writes nothing`,
    exitCodes.usage,
  );
}
