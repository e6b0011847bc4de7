import { CommandError, exitCodes } from '../../src/errors.ts';
import { createDeploymentTarget } from '../../conformance/targets/deployment.ts';
import { readTargetFile } from '../../conformance/targets/target-file.ts';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { demoWorldFolder } from '../../conformance/targets/demo-world.ts';
import type { Target } from '../../conformance/model/target.ts';
import { describeResponse, graphqlRequest } from '../../conformance/model/exchange.ts';
import { isLoopbackUrl } from '../../conformance/targets/http.ts';
import { type Targets, sendToBoth } from './exchange.ts';
import { readWorldRecords } from './world-records.ts';

export interface TargetOptions {
  /** `self` for a stand-in in this process, a URL, or a target file. */
  a: string;
  /** Like `a`. */
  b: string;
  dialect: string;
  /** The time limit of a response, in milliseconds. */
  timeoutMs: number;
}

/** Opens both servers; a stand-in in this process returns no mocked values. */
export async function openTargets(options: TargetOptions, environment: NodeJS.ProcessEnv): Promise<Targets> {
  const a = await openTarget(options.a, options, environment);
  try {
    return { a, b: await openTarget(options.b, options, environment) };
  } catch (error) {
    await a.close();
    throw error;
  }
}

async function openTarget(
  location: string,
  { dialect, timeoutMs }: TargetOptions,
  environment: NodeJS.ProcessEnv,
): Promise<Target> {
  if (location === 'self') {
    const target = await startInProcessTarget({ timeoutMs, dialect, mockMode: 'empty' });
    await target.reset!();
    return target;
  }
  const file = /^https?:\/\//.test(location) ? { url: location, dialect } : readTargetFile(location);
  return createDeploymentTarget(file, { environment, timeoutMs, requestIntervalMs: 0 });
}

/** Throws a CommandError unless both servers are on this machine and have the ids of an unchanged demo world. */
export async function assertUnwrittenLocalTargets(targets: Targets): Promise<void> {
  const nextId = Math.max(...readWorldRecords(demoWorldFolder, 'meetings').map(({ id }) => id)) + 1;
  for (const [name, target] of Object.entries(targets) as [keyof Targets, Target][]) {
    if (!isLoopbackUrl(target.url))
      throw new CommandError(
        `--mode write is only for servers on this machine, not for ${target.url}`,
        exitCodes.usage,
      );
    const query = `{ component(id: 2) { ... on Meetings { meeting(id: ${nextId}) { id } } } }`;
    const response = await target.send(graphqlRequest(query, {}, {}));
    const { data } = (response.json ?? {}) as { data?: { component?: { meeting?: { id?: string } | null } } };
    if (data?.component?.meeting?.id !== undefined)
      throw new CommandError(
        `--${name} ${target.url} has new records: reset it to the demo world first`,
        exitCodes.usage,
      );
  }
}

/** Throws a CommandError unless both servers return GraphQL data and know each actor. */
export async function checkTargets(targets: Targets): Promise<void> {
  for (const actor of ['anonymous', 'admin', 'member', 'other'] as const) {
    const { a, b } = await sendToBoth(targets, {
      subject: 'Session',
      parentCoordinate: 'Session',
      actor,
      query: '{ session { user { id } } }',
      responsePath: [],
    });
    for (const [name, response] of Object.entries({ a, b })) {
      const { data } = (response.json ?? {}) as { data?: { session?: { user?: { id?: string } | null } | null } };
      if (data && (actor === 'anonymous' || data.session?.user?.id !== undefined)) continue;
      const problem = data
        ? `does not know the actor ${actor}`
        : `returns no GraphQL data: ${describeResponse(response)}`;
      throw new CommandError(`--${name} ${targets[name as keyof Targets].url} ${problem}`, exitCodes.unreachable);
    }
  }
}
