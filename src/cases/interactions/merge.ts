import { isDeepStrictEqual } from 'node:util';
import type { ContractFile, Interaction } from './interaction.ts';
import { mergeAnswers } from './answer.ts';

/** What distinguishes an interaction from others: what was asked. */
const keyOf = (asked: Interaction): string =>
  JSON.stringify([
    asked.operation,
    asked.role,
    asked.document,
    asked.operationName,
    asked.variables,
    asked.before,
    asked.testOnly,
  ]);

/** Every interaction of two lists once, sorted. */
function mergeInteractions(one: readonly Interaction[], other: readonly Interaction[]): Interaction[] {
  const byKey = new Map<string, Interaction>();
  for (const each of [...one, ...other]) addInteraction(byKey, each);
  return sortInteractions(byKey);
}

/** Adds an interaction to others by what was asked. */
export function addInteraction(byKey: Map<string, Interaction>, added: Interaction): void {
  const key = keyOf(added);
  const before = byKey.get(key);
  byKey.set(key, before ? { ...added, answers: mergeAnswers(before.answers, added.answers) } : added);
}

/** The interactions by what was asked. */
export const sortInteractions = (byKey: ReadonlyMap<string, Interaction>): Interaction[] =>
  [...byKey.keys()].toSorted().map((key) => byKey.get(key)!);

/** A contract with everything that two have. The members of the second one win. */
export const mergeContracts = (one: ContractFile, other: ContractFile): ContractFile => ({
  ...one,
  ...other,
  placeholders: sortMembers({ ...one.placeholders, ...other.placeholders }),
  interactions: mergeInteractions(one.interactions, other.interactions),
});

const sortMembers = <T>(value: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** What a contract lacks of the interactions of a run, as sentences. */
export function findMissing(contract: readonly Interaction[], asked: readonly Interaction[]): string[] {
  const byKey = new Map(contract.map((each) => [keyOf(each), each]));
  return asked.flatMap((each) => {
    const label = `${each.operation} as ${each.role}`;
    const known = byKey.get(keyOf(each));
    if (!known) return [`it does not have ${label}: ${each.document.join(' ').replaceAll(/\s+/g, ' ')}`];
    const merged = mergeAnswers(known.answers, each.answers);
    return isDeepStrictEqual(merged, known.answers)
      ? []
      : [`it does not have this answer to ${label}: ${JSON.stringify(each.answers)}`];
  });
}
