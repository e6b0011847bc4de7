import { readJudged, schemaIn } from '../json-schema.ts';
import type { Compared } from './compare.ts';
import { type Numbers, numbersOf } from './groups.ts';
import { groupOf } from './recorded.ts';

/** An exchange of which the answer is known not to be wholly equal, and why. */
export interface KnownDifference {
  name: string;
  reason: string;
}

const areNumbers = schemaIn<Record<string, Numbers>>(new URL('recorded-numbers.schema.json', import.meta.url));
const areKnown = schemaIn<KnownDifference[]>(new URL('known-differences.schema.json', import.meta.url));

/** The least numbers of each group; a CommandError names what is not right. */
export const readNumbers = (file: string): Record<string, Numbers> => readJudged(file, areNumbers, 'the numbers');

/** The differences that are known; a CommandError names what is not right. */
export const readKnown = (file: string): KnownDifference[] => readJudged(file, areKnown, 'the known differences');

/** What a comparison is held against. */
export interface Expectations {
  numbers: Record<string, Numbers>;
  known: KnownDifference[];
  /** Whether the recordings are those that numbers and known differences were written for: then every group and name must be there. */
  complete: boolean;
  /** Whether the server is the one of this project, whose differences are known. */
  ours: boolean;
}

/** What fails a run, and what is only told. */
export interface Verdict {
  faults: string[];
  notes: string[];
}

/** Judges results: every group must reach its numbers, and what explains a difference must still be needed. */
export function verdictOf(results: Compared[], expectations: Expectations): Verdict {
  const groups = [...numbersOf(results)].map(([group, numbers]) => judged(group, numbers, expectations));
  const faults = [...missingGroups(results, expectations), ...knownFaults(results, expectations)];
  return {
    faults: [...groups.flatMap((group) => group.faults), ...faults],
    notes: groups.flatMap(({ notes }) => notes),
  };
}

const measures = { outcome: 'same outcome', whole: 'whole answer equal' } as const;

function judged(group: string, numbers: Numbers, { numbers: all, complete, ours }: Expectations): Verdict {
  const least = Object.hasOwn(all, group) ? all[group]! : undefined;
  if (least?.of !== numbers.of) {
    const reason = least ? `are of ${least.of} exchanges, and there are ${numbers.of}` : 'are not recorded';
    return { faults: complete ? [`${group}: its numbers ${reason}`] : [], notes: [] };
  }
  const rows = (['outcome', 'whole'] as const).map((measure) => ({
    fell: numbers[measure] - least[measure],
    text: `${group}: ${measures[measure]} in ${numbers[measure]} of ${numbers.of}, and the recorded number is ${least[measure]}`,
  }));
  return {
    faults: rows.filter(({ fell }) => fell < 0).map(({ text }) => text),
    notes: ours ? rows.filter(({ fell }) => fell > 0).map(({ text }) => `${text}: raise it`) : [],
  };
}

const missingGroups = (results: Compared[], { numbers, complete }: Expectations): string[] =>
  Object.keys(numbers)
    .filter((group) => complete && !results.some(({ recorded }) => groupOf(recorded) === group))
    .map((group) => `${group}: it has recorded numbers, and no exchange`);

function knownFaults(results: Compared[], { known, complete, ours }: Expectations): string[] {
  return known.flatMap(({ name }) => {
    const result = results.find(({ recorded }) => recorded.name === name);
    if (!result) return complete ? [`the known difference of ${name} names no exchange`] : [];
    return ours && result.whole ? [`the known difference of ${name} is gone: the answer is equal`] : [];
  });
}
