import { dialectNamed } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Case } from '../cases.ts';
import type { ConformOptions } from '../options.ts';
import { inProcess } from './in-process.ts';
import { live, readTarget } from './live.ts';
import { type Target, isThisMachine } from './target.ts';

/** The target that the options name: a target file, a URL, or the stand-in in this process. */
export async function targetOf(options: ConformOptions, environment: NodeJS.ProcessEnv): Promise<Target> {
  const { timeout, pause, url, dialect } = options;
  dialectNamed(dialect);
  if (options.target) return live(readTarget(options.target), { environment, timeout, pause });
  if (url) return live({ url, dialect }, { environment, timeout, pause });
  return inProcess({ timeout, dialect });
}

/** Says what a run writes into a deployment that is not on this machine; a CommandError unless its host is confirmed. */
export function mayWrite(
  target: Target,
  { confirm }: ConformOptions,
  cases: Case[],
  print: (text: string) => void,
): void {
  const { host, hostname } = new URL(target.url);
  if (isThisMachine(target.url)) return;
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
