import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { isJsonObject } from '../client/json-value.ts';
import type { Case, ExpectedResponse, GraphQLStep, HttpStep } from './case.ts';
import { isInstant } from '../client/time.ts';
import { type Path, parseYaml, schemaProblems } from './located-yaml.ts';
import { requirements } from './requirements.ts';

type Json = Record<string, unknown>;
const schema = JSON.parse(readFileSync(new URL('case.schema.json', import.meta.url), 'utf8')) as object;
const ajv = new Ajv({ strict: false, allErrors: true, verbose: true }).addSchema(schema);
const isFile = ajv.getSchema('case') as ValidateFunction<CaseFile | Case>;

/** Validates a single case against `case.schema.json`. */
export const isCase = ajv.getSchema('case#/definitions/case') as ValidateFunction<Case>;

/** Where a file is, and how it reads the documents beside it. */
export interface CaseFileLocation {
  /** The path that problems and reports name. */
  file: string;
  /** The names of the folder and of the file, such as `answer/state`. */
  name: string;
  /** Reads `<name>.graphql` in the folder of the file. */
  readDocument(name: string): string | undefined;
}

/** Turns a file into cases, and into a problem for everything that is wrong with it: file, line, and what was expected. */
export function readCaseFile(text: string, { file, name, readDocument }: CaseFileLocation) {
  const { value, syntaxErrors, lineOf } = parseYaml(text);
  const problems = syntaxErrors.map(({ line, message }) => `${file}:${line}: syntax error: ${message}`);
  const problem = (path: Path, message: string) =>
    void problems.push(`${file}:${lineOf(path)}: ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`);
  if (problems.length > 0) return { cases: [], problems };
  const invalid = isFile(value) ? [] : schemaProblems(isFile.errors!);
  for (const { path, message } of invalid) problem(path, message);
  // The cases beside an invalid one are read, because all problems of a file are reported at once.
  if (!isJsonObject(value) || invalid.some(({ path }) => path[0] !== 'cases' || path.length < 2))
    return { cases: [], problems };
  if (!('cases' in value)) {
    const single = value as unknown as Case;
    if (single.id !== name) problem(['id'], `expected ${name}, like the file name`);
    return { cases: [complete(single, [])], problems };
  }

  const { defaults = {}, documents = {}, cases: casesByKey } = value as unknown as CaseFile;
  const { actor, document: usual, ...forAll } = defaults;
  const unused = new Set(Object.keys(documents));
  const folder = name.split('/')[0]!;
  const cases = Object.entries(casesByKey).flatMap(([key, { steps, afterwards, ...members }]) => {
    if (invalid.some(({ path }) => path[1] === key)) return [];
    const path: Path = ['cases', key];
    const sent = steps.map((step, index) => {
      const document = step.query === undefined && step.http === undefined ? usual : undefined;
      return { ...defined({ actor }), ...resolve({ ...defined({ document }), ...step }, [...path, 'steps', index]) };
    });
    const reads = afterwards === 'same' ? [{ document: 'afterwards', expect: 'same' as const }] : afterwards;
    const read = reads?.map((each, index) => resolve(each, [...path, 'afterwards', index]));
    const all = [...sent, ...(read ?? [])].map((step, index, list) => expand(step, list[index - 1], path));
    const testCase: unknown = {
      id: `${folder}/${key}`,
      ...forAll,
      ...members,
      steps: all.slice(0, steps.length),
      ...(read && { afterwards: all.slice(steps.length) }),
    };
    if (isCase(testCase)) return [complete(testCase, path)];
    for (const each of schemaProblems(isCase.errors!, path)) problem(each.path, each.message);
    return [];
  });
  for (const each of invalid.length > 0 ? [] : unused)
    problem(['documents', each], 'expected a step that sends this document');
  return { cases, problems };

  /** A step with everything that its document shares with it. */
  function resolve({ document, omit = [], ...own }: FileStep, path: Path, seen: string[] = []): FileStep {
    if (document === undefined) return own;
    unused.delete(document);
    const entry = documents[document] ?? readDocument(document);
    if (entry === undefined || seen.includes(document)) {
      const known = Object.keys(documents).join(', ') || 'none';
      problem([...path, 'document'], `no document ${document}: expected one of ${known}, or ${document}.graphql`);
      return own;
    }
    const step =
      typeof entry === 'string' ? { query: entry } : { ...defined({ query: readDocument(document) }), ...entry };
    const shared = resolve(step, ['documents', document], [...seen, document]);
    const variables = structuredClone(merge(shared.variables, own.variables)) as Json | undefined;
    const http = merge(shared.http, own.http) as FileStep['http'];
    for (const [index, each] of omit.entries())
      if (!remove(variables, each.split('.'))) problem([...path, 'omit', index], `${document} has no variable ${each}`);
    return { ...shared, ...defined({ ...own, variables, http }) };
  }

  /** Replaces the short forms of a step. */
  function expand({ at, ...step }: FileStep, last: FileStep | undefined, path: Path) {
    const inRecord = (record: unknown) =>
      at?.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), record) as object;
    const expected = (each: FileExpectation | 'same'): ExpectedResponse => {
      const short = each === 'same' ? (last?.expectByDialect ? undefined : last?.expect) : each;
      if (!isJsonObject(short) || (each === 'same' && !('record' in short))) {
        problem(path, 'same: expected a step before it with a record, which is the same in every dialect');
        return { data: {} };
      }
      if ('oneOf' in short) return { oneOf: short.oneOf.map(expected) };
      if (!('record' in short || 'refused' in short)) return short;
      if (at === undefined) problem(path, 'record and refused: expected the path of the record, as at of the document');
      if ('record' in short) return { data: inRecord(short.record) };
      const { refused, ...others } = short;
      return { errorCode: refused, path: at?.split('.') ?? [], data: inRecord(null), ...others };
    };
    const byDialect = Object.entries(step.expectByDialect ?? {}).map(([dialect, each]) => [dialect, expected(each)]);
    return {
      ...step,
      ...(step.expect && { expect: expected(step.expect) }),
      ...(byDialect.length > 0 && { expectByDialect: Object.fromEntries(byDialect) as object }),
    };
  }

  /** A valid case with what the schema does not say. A draft gets its level from its reviewer; until then it fails like a MUST. */
  function complete(testCase: Case, path: Path): Case {
    for (const [index, id] of testCase.requirements.entries())
      if (!requirements.some((each) => each.id === id))
        problem([...path, 'requirements', index], `there is no requirement ${id}`);
    for (const [member, time] of timesIn({ steps: testCase.steps, afterwards: testCase.afterwards }))
      if (typeof time !== 'string' || !isInstant(time))
        problem(
          [...path, ...member],
          `expected a time such as 2031-03-12T18:00:00Z, not ${shorten(JSON.stringify(time))}`,
        );
    if (
      testCase.steps.some((step) => !('http' in step) && step.query === undefined) &&
      readDocument('operation') === undefined
    )
      problem([...path, 'steps'], 'a step has no query, and there is no operation.graphql in the folder of the case');
    const source = { file, line: lineOf(path) };
    return { ...testCase, ...(testCase.draft && { level: 'MUST' }), source };
  }
}

/** The arguments of `$time` in a value of a case, with their paths. */
function timesIn(value: unknown, path: Path = []): [path: Path, time: unknown][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]): [Path, unknown][] =>
    key === '$time' ? [[[...path, key], each]] : timesIn(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const isMergeable = (value: unknown): value is Json =>
  isJsonObject(value) && !Object.keys(value).some((key) => key.startsWith('$'));

/** Merges objects member by member; a placeholder or a pattern is a value. */
function merge(base: unknown, own: unknown): unknown {
  if (own === undefined) return base;
  if (!isMergeable(base) || !isMergeable(own)) return own;
  return { ...base, ...Object.fromEntries(Object.entries(own).map(([key, each]) => [key, merge(base[key], each)])) };
}

/** Removes a member; whether there was one. */
function remove(value: unknown, [key, ...rest]: string[]): boolean {
  if (!isJsonObject(value) || !Object.hasOwn(value, key!)) return false;
  return rest.length > 0 ? remove(value[key!], rest) : delete value[key!];
}

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

/** What a step of a file expects; `record` and `refused` stand for the data and the error at the path `at` of its document. */
type FileExpectation = ExpectedResponse | { record: unknown } | { refused: string } | { oneOf: FileExpectation[] };

/** A step of a file of cases, or what the steps with one document share. */
interface FileStep extends Omit<Partial<GraphQLStep & HttpStep>, 'expect' | 'expectByDialect'> {
  document?: string;
  at?: string;
  omit?: string[];
  expect?: FileExpectation | 'same';
  expectByDialect?: Record<string, FileExpectation>;
}

/** A file of cases about one topic; `cases/case.schema.json` describes every member. */
interface CaseFile {
  defaults?: Partial<Pick<Case, 'level' | 'dialects' | 'since' | 'until'>> & Pick<FileStep, 'actor' | 'document'>;
  documents?: Record<string, string | FileStep>;
  cases: Record<
    string,
    Omit<Case, 'id' | 'steps' | 'afterwards'> & { steps: FileStep[]; afterwards?: FileStep[] | 'same' }
  >;
}
