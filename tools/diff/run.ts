import type { Mode } from '../../src/client/target.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { causesOf } from './causes.ts';
import { Checker } from './checker.ts';
import type { Targets } from './side-by-side-exchange.ts';
import { createRequests } from './generate/requests.ts';
import { type KnownCause, findKnownReason } from './known-causes.ts';
import type { RequestSchema } from './request-schema.ts';
import { learnWorld } from './learned-world.ts';
import type { CheckedRequest } from './report.ts';
import { type Disagreement, findDisagreements, requestAt } from './search.ts';

/** What a run sends. */
export interface DiffPlan extends RequestSchema {
  mode: Mode;
  seed: number;
  /** What the coordinates of the tested fields start with; every field if omitted. */
  only?: string;
  /** How many requests are generated. */
  count: number;
  /** The position of the only request to send; the requests of `count` if omitted. */
  path?: string;
  known: readonly KnownCause[];
}

/** What a run found. */
export interface DiffResult {
  checked: CheckedRequest[];
  disagreements: Disagreement[];
}

/** Called while a run goes on. */
export interface DiffProgress {
  onChecked?(checked: CheckedRequest): void;
  onDisagreement?(disagreement: Disagreement): void;
}

/** Compares the servers. Ends early if the signal is aborted. */
export async function runPlan(
  targets: Targets,
  { schema, constraintOf, absentFrom, mode, only, seed, count, path, known }: DiffPlan,
  signal: AbortSignal,
  { onChecked, onDisagreement }: DiffProgress = {},
): Promise<DiffResult> {
  for (const target of [targets.a, targets.b]) await target.reset?.();
  const [world, worldOfB] = [await learnWorld('a', targets, schema), await learnWorld('b', targets, schema)];
  if (JSON.stringify(world.components) !== JSON.stringify(worldOfB.components))
    throw new CommandError('the servers have different records: load the same world into both', exitCodes.usage);
  const checker = new Checker(targets, { schema, absentFrom, mode, world });
  const requests = createRequests({ schema, constraintOf, absentFrom, mode, only, world });
  const checked: CheckedRequest[] = [];
  const options = {
    causesOf: (exchange: Parameters<typeof causesOf>[0]) => causesOf(exchange, schema, targets),
    isKnown: (name: string) => findKnownReason(name, known) !== undefined,
    onChecked: (exchanges: CheckedRequest['exchanges'], causes: CheckedRequest['causes']) => {
      checked.push({ exchanges, causes });
      onChecked?.(checked.at(-1)!);
    },
  };
  if (path === undefined) {
    const search = {
      ...options,
      requests,
      seed,
      count,
      signal,
      onDisagreement: onDisagreement ?? (() => {}),
      check: checker.check.bind(checker),
    };
    return { disagreements: await findDisagreements(search), checked };
  }
  const exchanges = await checker.check(requestAt(requests, seed, path));
  const causes = exchanges.flatMap(options.causesOf);
  options.onChecked(exchanges, causes);
  const foundAt = Number(path.split(':')[0]) + 1;
  const unknown = causes.filter(({ names }) => !names.some(options.isKnown));
  return { checked, disagreements: unknown.map((cause) => ({ cause, exchanges, foundAt, path })) };
}
