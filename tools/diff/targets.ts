import { CommandError, exitCodes } from '../../src/errors.ts';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { demoWorldFolder } from '../../conformance/targets/demo-world.ts';
import { createDeploymentTarget, readTargetFile } from '../../conformance/targets/deployment.ts';
import type { Target } from '../../conformance/model/target.ts';
import { graphqlRequest } from '../../conformance/model/exchange.ts';
import { isLoopbackUrl } from '../../conformance/targets/http.ts';
import { type Targets, sendToBoth } from './exchange.ts';
import { readWorldRecords } from './entry-points.ts';

/** How the two servers are named, and spoken to. */
export interface TargetOptions {
  a: string;
  b: string;
  dialect: string;
  /** Milliseconds that an answer may take. */
  timeout: number;
}

/** Both servers: `self`, a URL, or a target file. The stand-in in this process makes nothing up. */
export async function openTargets(options: TargetOptions, environment: NodeJS.ProcessEnv): Promise<Targets> {
  const a = await sideOf(options.a, options, environment);
  try {
    return { a, b: await sideOf(options.b, options, environment) };
  } catch (error) {
    await a.close();
    throw error;
  }
}

async function sideOf(
  name: string,
  { dialect, timeout: timeoutMs }: TargetOptions,
  environment: NodeJS.ProcessEnv,
): Promise<Target> {
  if (name === 'self') {
    const target = await startInProcessTarget({ timeoutMs, dialect, mockMode: 'empty' });
    await target.reset!();
    return target;
  }
  const file = /^https?:\/\//.test(name) ? { url: name, dialect } : readTargetFile(name);
  return createDeploymentTarget(file, { environment, timeoutMs, requestIntervalMs: 0 });
}

/** A CommandError unless both are on this machine and hold the world as it was loaded, so that they number alike. */
export async function assertUnwrittenLocalTargets(sides: Targets): Promise<void> {
  const next = Math.max(...readWorldRecords(demoWorldFolder, 'meetings').map(({ id }) => id)) + 1;
  for (const [name, target] of Object.entries(sides) as [keyof Targets, Target][]) {
    if (!isLoopbackUrl(target.url))
      throw new CommandError(
        `--mode write writes to servers of this machine only, not to ${target.url}`,
        exitCodes.usage,
      );
    const query = `{ component(id: 2) { ... on Meetings { meeting(id: ${next}) { id } } } }`;
    const answer = await target.send(graphqlRequest(query, {}, {}));
    const { data } = (answer.json ?? {}) as { data?: { component?: { meeting?: { id?: string } | null } } };
    if (data?.component?.meeting?.id !== undefined)
      throw new CommandError(
        `--${name} ${target.url} has been written to: put the demo world back first`,
        exitCodes.usage,
      );
  }
}

/** A CommandError unless both answer GraphQL, to each actor as one that is signed in. */
export async function checkTargets(sides: Targets): Promise<void> {
  for (const actor of ['anonymous', 'admin', 'member', 'other'] as const) {
    const query = '{ session { user { id } } }';
    const { a, b } = await sendToBoth(sides, {
      subject: 'Session',
      parentCoordinate: 'Session',
      actor,
      query,
      responsePath: [],
    });
    for (const [name, answer] of Object.entries({ a, b })) {
      const { data } = (answer.json ?? {}) as { data?: { session?: { user?: { id?: string } | null } | null } };
      const right = data && (actor === 'anonymous' || data.session?.user?.id !== undefined);
      if (right) continue;
      const what = data ? `does not know the actor ${actor}` : `does not answer GraphQL: status ${answer.status}`;
      throw new CommandError(`--${name} ${sides[name as keyof Targets].url} ${what}`, exitCodes.unreachable);
    }
  }
}
