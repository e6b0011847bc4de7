import { CommandError, exitCodes } from '../../src/errors.ts';
import { demoWorld, inProcess } from '../targets/in-process.ts';
import { live, readTarget } from '../targets/live.ts';
import { type Target, graphqlRequest, isThisMachine } from '../targets/target.ts';
import { type Sides, exchange } from './exchange.ts';
import { recordsOf } from './openings.ts';

/** How the two servers are named, and spoken to. */
export interface SideOptions {
  a: string;
  b: string;
  dialect: string;
  /** Milliseconds that an answer may take. */
  timeout: number;
}

/** Both servers: `self`, a URL, or a target file. The stand-in in this process makes nothing up. */
export async function sidesOf(options: SideOptions, environment: NodeJS.ProcessEnv): Promise<Sides> {
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
  { dialect, timeout }: SideOptions,
  environment: NodeJS.ProcessEnv,
): Promise<Target> {
  if (name === 'self') {
    const target = await inProcess({ timeout, dialect, fill: 'empty' });
    await target.reset!();
    return target;
  }
  const file = /^https?:\/\//.test(name) ? { url: name, dialect } : readTarget(name);
  return live(file, { environment, timeout, pause: 0 });
}

/** A CommandError unless both are on this machine and hold the world as it was loaded, so that they number alike. */
export async function mayWrite(sides: Sides): Promise<void> {
  const next = Math.max(...recordsOf(demoWorld, 'meetings').map(({ id }) => id)) + 1;
  for (const [name, target] of Object.entries(sides) as [keyof Sides, Target][]) {
    if (!isThisMachine(target.url))
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
export async function checkSides(sides: Sides): Promise<void> {
  for (const actor of ['anonymous', 'admin', 'member', 'other'] as const) {
    const query = '{ session { user { id } } }';
    const { a, b } = await exchange(sides, { subject: 'Session', place: 'Session', actor, query, at: [] });
    for (const [name, answer] of Object.entries({ a, b })) {
      const { data } = (answer.json ?? {}) as { data?: { session?: { user?: { id?: string } | null } | null } };
      const right = data && (actor === 'anonymous' || data.session?.user?.id !== undefined);
      if (right) continue;
      const what = data ? `does not know the actor ${actor}` : `does not answer GraphQL: status ${answer.status}`;
      throw new CommandError(`--${name} ${sides[name as keyof Sides].url} ${what}`, exitCodes.unreachable);
    }
  }
}
