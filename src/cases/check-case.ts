import { isJsonObject } from '../client/json-value.ts';
import { derivedNames } from '../client/target-file.ts';
import { suiteDialects } from '../dialects/dialects.ts';
import { findCorrections } from '../dialects/graphql-ruby/ruby-text.ts';
import { describeNames } from '../did-you-mean.ts';
import type { CaseOfFile } from './case-file.ts';
import type { Path } from './located-yaml.ts';
import { checkPattern } from './match.ts';
import { requirements } from './requirements.ts';
import type { StepOfFile } from './request.ts';
import { caseKeywords, stepKeywords } from './schema.ts';

/** The members of a case that are no keywords: its id. */
export const idsOf = (testCase: unknown): string[] =>
  isJsonObject(testCase) ? Object.keys(testCase).filter((key) => !caseKeywords.includes(key)) : [];

const dialectNames = [...new Set(Object.values(suiteDialects).flatMap(({ name, family }) => [name, family]))];

/** Reports what the schema cannot say about a case. */
export function checkCase(testCase: CaseOfFile, report: (path: Path, message: string) => void): void {
  const { checks = [], dialects = [], each = {}, steps } = testCase;
  const [id, ...others] = idsOf(testCase);
  if (id === undefined || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    report(id === undefined ? [] : [id], 'expected an id in kebab-case, and what the server does as a sentence');
  for (const other of others) report([other], 'unknown member; a case has one id');
  for (const [index, name] of checks.entries())
    if (!requirements.some((requirement) => requirement.id === name))
      report(['checks', index], `there is no requirement ${name}; ${nearNames(name)}`);
  for (const [index, name] of dialects.entries())
    if (!dialectNames.includes(name))
      report(['dialects', index], `there is no dialect ${name}.${describeNames(name, 'dialects', dialectNames)}`);
  if (new Set(Object.values(each).map(({ length }) => length)).size > 1)
    report(['each'], 'expected lists of the same length');
  const outside = steps && stepKeywords.find((key) => key in testCase);
  if (outside) report([outside], 'expected it in one of the steps');
  const located: [Path, StepOfFile][] = steps?.map((step, index) => [['steps', index], step]) ?? [[[], testCase]];
  const captured = located.flatMap(([, { capture }]) => Object.keys(capture ?? {}));
  for (const name of Object.keys(each))
    if (captured.includes(name)) report(['each', name], 'a step captures this name');
  for (const [path, step] of located)
    for (const member of ['returns', 'stored', 'expect'] as const)
      checkPattern(step[member], [...derivedNames, ...Object.keys(each), ...captured], (place, message) =>
        report([...path, member, ...place], message),
      );
}

function nearNames(name: string): string {
  const ids = requirements.map(({ id }) => id);
  const similar = findCorrections(name, ids);
  const near = similar.length > 0 ? similar : ids.filter((id) => id.split('.')[0] === name.split('.')[0]);
  return near.length > 0 ? `near it: ${near.join(', ')}` : 'plenum conform --coverage lists them';
}
