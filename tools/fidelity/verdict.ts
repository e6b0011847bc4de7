import { compileSchemaFile, readValidatedJson } from '../../src/client/json-schema.ts';
import type { ComparedExchange } from './compare.ts';
import { type GroupCounts, countByGroup } from './group-counts.ts';
import { groupOf } from './recorded-exchange.ts';

/** An exchange whose response is known to differ, and why. */
export interface KnownDifference {
  name: string;
  reason: string;
}

const isMinimumCounts = compileSchemaFile<Record<string, GroupCounts>>(
  new URL('minimum-counts.schema.json', import.meta.url),
);
const isKnownDifferences = compileSchemaFile<KnownDifference[]>(
  new URL('known-differences.schema.json', import.meta.url),
);

/** Reads the minimum counts of each group; a CommandError names an invalid member. */
export const readMinimumCounts = (file: string): Record<string, GroupCounts> =>
  readValidatedJson(file, isMinimumCounts, 'the minimum counts');

/** Reads the known differences; a CommandError names an invalid member. */
export const readKnownDifferences = (file: string): KnownDifference[] =>
  readValidatedJson(file, isKnownDifferences, 'the list of known differences');

/** What the results of a replay must reach. */
export interface Expectations {
  minimumCounts: Record<string, GroupCounts>;
  knownDifferences: KnownDifference[];
  /** Whether these are the recordings of the project; then every expected group and exchange must exist. */
  isProjectRecordings: boolean;
  /** Whether this is the server of the project; then the expectations must be as strict as its results allow. */
  isOwnServer: boolean;
}

/** The failures of a run, and notes that do not fail it. */
export interface FidelityVerdict {
  failures: string[];
  notes: string[];
}

/** Checks that every group reaches its minimum counts and that every known difference still exists. */
export function evaluateFidelity(results: ComparedExchange[], expectations: Expectations): FidelityVerdict {
  const groups = [...countByGroup(results)].map(([group, counts]) => evaluateGroup(group, counts, expectations));
  return {
    failures: [
      ...groups.flatMap(({ failures }) => failures),
      ...findMissingGroups(results, expectations),
      ...findOutdatedDifferences(results, expectations),
    ],
    notes: groups.flatMap(({ notes }) => notes),
  };
}

const measures = { sameOutcome: 'same outcome', equal: 'equal response' } as const;

function evaluateGroup(
  group: string,
  counts: GroupCounts,
  { minimumCounts, isProjectRecordings, isOwnServer }: Expectations,
): FidelityVerdict {
  const minimum = Object.hasOwn(minimumCounts, group) ? minimumCounts[group]! : undefined;
  if (minimum?.total !== counts.total) {
    const failure = minimum
      ? `${group}: the minimum counts are for ${minimum.total} exchanges, but there are ${counts.total}`
      : `${group}: there are no minimum counts`;
    return { failures: isProjectRecordings ? [failure] : [], notes: [] };
  }
  const rows = (['sameOutcome', 'equal'] as const).map((measure) => ({
    surplus: counts[measure] - minimum[measure],
    text: `${group}: ${measures[measure]} in ${counts[measure]} of ${counts.total} exchanges, the minimum is ${minimum[measure]}`,
  }));
  return {
    failures: rows.filter(({ surplus }) => surplus < 0).map(({ text }) => text),
    notes: isOwnServer ? rows.filter(({ surplus }) => surplus > 0).map(({ text }) => `${text} and can be raised`) : [],
  };
}

const findMissingGroups = (
  results: ComparedExchange[],
  { minimumCounts, isProjectRecordings }: Expectations,
): string[] =>
  Object.keys(minimumCounts)
    .filter((group) => isProjectRecordings && !results.some(({ recorded }) => groupOf(recorded) === group))
    .map((group) => `${group}: there are minimum counts but no exchanges`);

function findOutdatedDifferences(
  results: ComparedExchange[],
  { knownDifferences, isProjectRecordings, isOwnServer }: Expectations,
): string[] {
  return knownDifferences.flatMap(({ name }) => {
    const result = results.find(({ recorded }) => recorded.name === name);
    if (!result) return isProjectRecordings ? [`the known difference of ${name} names no exchange`] : [];
    return isOwnServer && result.equal ? [`the known difference of ${name} no longer exists`] : [];
  });
}
