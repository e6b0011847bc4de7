import { readValidatedJson, compileSchemaFile } from '../../conformance/model/json-schema.ts';
import type { ComparedExchange } from './compare.ts';
import { type GroupCounts, countByGroup } from './group-counts.ts';
import { groupOf } from './recorded-exchange.ts';

/** An exchange of which the answer is known not to be wholly equal, and why. */
export interface KnownDifference {
  name: string;
  reason: string;
}

const areNumbers = compileSchemaFile<Record<string, GroupCounts>>(
  new URL('minimum-counts.schema.json', import.meta.url),
);
const areKnown = compileSchemaFile<KnownDifference[]>(new URL('known-differences.schema.json', import.meta.url));

/** The least numbers of each group; a CommandError names what is not right. */
export const readMinimumCounts = (file: string): Record<string, GroupCounts> =>
  readValidatedJson(file, areNumbers, 'the numbers');

/** The differences that are known; a CommandError names what is not right. */
export const readKnownDifferences = (file: string): KnownDifference[] =>
  readValidatedJson(file, areKnown, 'the known differences');

/** What a comparison is held against. */
export interface Expectations {
  minimumCounts: Record<string, GroupCounts>;
  knownDifferences: KnownDifference[];
  /** Whether the recordings are those that numbers and known differences were written for: then every group and name must be there. */
  isProjectRecordings: boolean;
  /** Whether the server is the one of this project, whose differences are known. */
  isOwnServer: boolean;
}

/** What fails a run, and what is only told. */
export interface FidelityVerdict {
  failures: string[];
  notes: string[];
}

/** Judges results: every group must reach its numbers, and what explains a difference must still be needed. */
export function evaluateFidelity(results: ComparedExchange[], expectations: Expectations): FidelityVerdict {
  const groups = [...countByGroup(results)].map(([group, numbers]) => judged(group, numbers, expectations));
  const faults = [...missingGroups(results, expectations), ...knownFaults(results, expectations)];
  return {
    failures: [...groups.flatMap((group) => group.failures), ...faults],
    notes: groups.flatMap(({ notes }) => notes),
  };
}

const measures = { sameOutcome: 'same outcome', equal: 'whole answer equal' } as const;

function judged(
  group: string,
  numbers: GroupCounts,
  { minimumCounts: all, isProjectRecordings, isOwnServer }: Expectations,
): FidelityVerdict {
  const least = Object.hasOwn(all, group) ? all[group]! : undefined;
  if (least?.total !== numbers.total) {
    const reason = least ? `are of ${least.total} exchanges, and there are ${numbers.total}` : 'are not recorded';
    return { failures: isProjectRecordings ? [`${group}: its numbers ${reason}`] : [], notes: [] };
  }
  const rows = (['sameOutcome', 'equal'] as const).map((measure) => ({
    fell: numbers[measure] - least[measure],
    text: `${group}: ${measures[measure]} in ${numbers[measure]} of ${numbers.total}, and the recorded number is ${least[measure]}`,
  }));
  return {
    failures: rows.filter(({ fell }) => fell < 0).map(({ text }) => text),
    notes: isOwnServer ? rows.filter(({ fell }) => fell > 0).map(({ text }) => `${text}: raise it`) : [],
  };
}

const missingGroups = (results: ComparedExchange[], { minimumCounts, isProjectRecordings }: Expectations): string[] =>
  Object.keys(minimumCounts)
    .filter((group) => isProjectRecordings && !results.some(({ recorded }) => groupOf(recorded) === group))
    .map((group) => `${group}: it has recorded numbers, and no exchange`);

function knownFaults(
  results: ComparedExchange[],
  { knownDifferences, isProjectRecordings, isOwnServer }: Expectations,
): string[] {
  return knownDifferences.flatMap(({ name }) => {
    const result = results.find(({ recorded }) => recorded.name === name);
    if (!result) return isProjectRecordings ? [`the known difference of ${name} names no exchange`] : [];
    return isOwnServer && result.equal ? [`the known difference of ${name} is gone: the answer is equal`] : [];
  });
}
