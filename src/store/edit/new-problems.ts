import { findDuplicates } from '../../records/validate.ts';
import { kindNames, kinds, createReferenceTest, referenceFields } from '../../records/kinds.ts';
import type { Kind, Records } from '../../records/records.ts';
import { type Changes, type Tables, changedKinds } from '../../records/tables.ts';
import {
  type CheckAddedMember,
  type WorldProblem,
  formatFirstProblem,
  formatRecordProblem,
  validateFields,
  validateRelations,
} from '../../records/validate.ts';

/** A change of records after which the world would be invalid. The message names the record and the member of the first problem. */
export class InvalidRecordsError extends Error {
  readonly problems: readonly WorldProblem[];

  constructor(problems: readonly WorldProblem[]) {
    const [first, ...others] = problems;
    super(formatFirstProblem([first!, ...others]));
    this.problems = problems;
  }
}

/** The kinds whose records can become invalid by a change of another kind, though they do not refer to what changed. */
const dependentKinds = (changed: Kind): Kind[] =>
  changed === 'organization'
    ? kindNames
    : kindNames.filter((kind) => {
        const { sameComponent = {}, worldProblemKinds = [] } = kinds[kind];
        return Object.values(sameComponent).includes(changed) || worldProblemKinds.includes(changed);
      });

/** Every problem that a world has only since the changes. Adds missing defaults to the changed records. */
export function findNewProblems(
  before: Tables,
  changes: Changes,
  after: Tables,
  checkAddedMember?: CheckAddedMember,
): WorldProblem[] {
  // Clients can write what a world does not allow: a problem that a record had before is not new.
  const newProblemsOf = (kind: Kind, record: Records[Kind]): WorldProblem[] => {
    const found = validate(kind, record, after, checkAddedMember);
    const former = found.length > 0 ? before.find(kind, record.id) : undefined;
    const known = former ? validate(kind, structuredClone(former), before).map(formatRecordProblem) : [];
    return found
      .filter((problem) => !known.includes(formatRecordProblem(problem)))
      .map((problem) => ({ kind, id: record.id, ...problem }));
  };
  const changed = changedKinds(changes);
  const problems = changed.flatMap((kind) => [
    ...[...changes[kind]!].flatMap(([id, record]) =>
      record ? newProblemsOf(kind, record) : findReferrer(kind, id, after),
    ),
    ...findDuplicates(after.all(kind).map((record) => ({ place: { kind, id: record.id }, record }))),
  ]);
  if (after.all('organization').length !== 1)
    problems.push({ kind: 'organization', id: undefined, message: 'there must be exactly one organization' });
  if (problems.length > 0) return problems;
  return [...new Set(changed.flatMap(dependentKinds))].flatMap((kind) =>
    after
      .all(kind)
      .filter(({ id }) => !changes[kind]?.has(id))
      .flatMap((record) => newProblemsOf(kind, record)),
  );
}

function validate(kind: Kind, record: Records[Kind], tables: Tables, checkAddedMember?: CheckAddedMember) {
  const problems = validateFields(kind, record, tables, checkAddedMember);
  return problems.length > 0 ? problems : validateRelations(kind, record, tables);
}

/** The problem that a record which refers to a deleted one is left. */
function findReferrer(kind: Kind, id: number, tables: Tables): WorldProblem[] {
  for (const other of kindNames) {
    for (const field of referenceFields(other).filter((each) => each.kinds.includes(kind))) {
      const referrers = tables.all(other).filter(createReferenceTest([field], kind, id));
      if (referrers.length === 0) continue;
      const more = referrers.length > 1 ? `, and so do ${referrers.length - 1} more of ${other}` : '';
      const message = `cannot be deleted, because ${other} ${referrers[0]!.id} refers to it with ${field.name}${more}`;
      return [{ kind, id, message }];
    }
  }
  return [];
}
