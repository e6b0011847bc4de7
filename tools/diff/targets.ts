import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { openDeployment } from '../../src/targets/open-target.ts';
import { readTargetFile } from '../../src/client/target-file.ts';
import { type InProcessOptions, startInProcessTarget } from '../../src/targets/in-process.ts';
import type { Target } from '../../src/client/target.ts';
import { describeResponse } from '../../src/client/http-message.ts';
import { isLoopbackUrl, sendHttp } from '../../src/client/http.ts';
import { standInIdentity } from '../../src/client/identify.ts';
import { isDialectName } from '../../src/dialects/dialects.ts';
import { type Targets, sendTo } from './side-by-side-exchange.ts';

export interface TargetOptions {
  /** A URL, a target file, the name of a dialect for a stand-in in this process, or `self` for one of `dialect`. */
  a: string;
  /** Like `a`. */
  b: string;
  dialect: string;
  /** The time limit of a response, in milliseconds. */
  timeoutMs: number;
}

/** A folder with records that the demo world does not have, for mutations that need them. */
export const additionsFolder = fileURLToPath(new URL('world', import.meta.url));

/** Opens both servers; a stand-in in this process returns no mocked values, and two have additional records. */
export async function openTargets(options: TargetOptions, environment: NodeJS.ProcessEnv): Promise<Targets> {
  const areBothInProcess = [options.a, options.b].every((location) => inProcessDialect(location, options));
  const open = (location: string) =>
    openTarget(location, { ...options, ...(areBothInProcess ? { additionsFolder } : {}) }, environment);
  const a = await open(options.a);
  try {
    return { a, b: await open(options.b) };
  } catch (error) {
    await a.close();
    throw error;
  }
}

/** The dialect of a stand-in in this process; undefined for the location of another server. */
function inProcessDialect(location: string, { dialect }: Pick<TargetOptions, 'dialect'>): string | undefined {
  const name = location === 'self' ? dialect : location;
  return isDialectName(name) ? name : undefined;
}

async function openTarget(
  location: string,
  { dialect, timeoutMs, additionsFolder: folder }: TargetOptions & Pick<InProcessOptions, 'additionsFolder'>,
  environment: NodeJS.ProcessEnv,
): Promise<Target> {
  const standInDialect = inProcessDialect(location, { dialect });
  if (standInDialect !== undefined)
    return startInProcessTarget({ timeoutMs, dialect: standInDialect, mockMode: 'empty', additionsFolder: folder });
  const file = /^https?:\/\//.test(location) ? { url: location, dialect } : readTargetFile(location);
  const target = await openDeployment(file, { environment, timeoutMs, requestIntervalMs: 0 });
  return standInIdentity(await target.readRoot()) ? inTestSession(target, timeoutMs) : target;
}

/** A stand-in with records of its own, which a reset restores; the target itself if its control API is off. */
async function inTestSession(target: Target, timeoutMs: number): Promise<Target> {
  const session = { 'X-Plenum-Session': `diff-${randomUUID()}` };
  const resetUrl = new URL('/__admin/reset', target.url).href;
  const reset = () => sendHttp(resetUrl, { method: 'POST', headers: session }, timeoutMs);
  if ((await reset()).status !== 204) return target;
  return {
    ...target,
    reset: async () => void (await reset()),
    send: (request, onHeaders) => target.send({ ...request, headers: { ...request.headers, ...session } }, onHeaders),
    close: async () => {
      const sessionUrl = new URL(`/__admin/sessions/${session['X-Plenum-Session']}`, target.url).href;
      await sendHttp(sessionUrl, { method: 'DELETE', headers: {} }, timeoutMs);
      await target.close();
    },
  };
}

/** Throws a CommandError if a server without a reset is on another machine: nobody could remove what a run writes there. */
export function assertWritable(targets: Targets): void {
  for (const { url, reset } of [targets.a, targets.b])
    if (!reset && !isLoopbackUrl(url))
      throw new CommandError(`--mode write is only for servers on this machine, not for ${url}`, exitCodes.usage);
}

/** Throws a CommandError unless both servers return GraphQL data and know each actor. */
export async function checkTargets(targets: Targets): Promise<void> {
  for (const actor of ['anonymous', 'admin', 'member', 'other'] as const) {
    for (const name of ['a', 'b'] as const) {
      const response = await sendTo(name, targets[name], { actor, query: '{ session { user { id } } }' });
      const { data } = (response.json ?? {}) as { data?: { session?: { user?: { id?: string } | null } | null } };
      if (data && (actor === 'anonymous' || data.session?.user?.id !== undefined)) continue;
      const problem = data
        ? `does not know the actor ${actor}`
        : `returns no GraphQL data: ${describeResponse(response)}`;
      throw new CommandError(`--${name} ${targets[name].url} ${problem}`, exitCodes.unreachable);
    }
  }
}
