import { parse } from 'graphql';
import type { Actor } from '../client/actor.ts';
import type { Case, RequirementLevel, Step } from './case.ts';
import { describeNames } from '../did-you-mean.ts';
import { checkCase, idsOf } from './check-case.ts';
import { type Path, parseYaml, schemaProblems } from './located-yaml.ts';
import { replacePlaceholders, usedNames } from './placeholders.ts';
import { type RequestDescription, type StepOfFile, defined, stepsOf } from './request.ts';
import { requirements } from './requirements.ts';
import { caseKeywords, isCaseFile } from './schema.ts';

type Applicability = Pick<Case, 'dialects' | 'since' | 'until'> & Partial<Pick<Case, 'level'>>;

/** The operation.yaml of a folder: what its cases have in common. */
export interface Operation extends RequestDescription, Applicability {
  /** The operation that creates the record of each case. */
  given?: string;
  requests?: Record<string, RequestDescription>;
  undo?: UndoDescription[];
}

/** How the write of a field is undone on a deployment; `case.schema.json` describes every member. */
export interface UndoDescription {
  writes: string;
  what: string;
  before?: string;
  lost?: string[];
  creates?: string;
  own?: string;
  find?: string;
  undo?: string;
  actor?: Actor;
  variables?: Record<string, unknown>;
  check?: { query: string; expect: object };
}

/** A case as it is written; the one other member is its id. */
export interface CaseOfFile extends StepOfFile, Applicability, Pick<Case, 'draft'> {
  checks?: string[];
  each?: Record<string, unknown[]>;
  steps?: StepOfFile[];
}

/** Where a file of cases is. */
interface Surroundings {
  folder: string;
  /** By the names of their folders. */
  operations: ReadonlyMap<string, Operation>;
}

type Report = (path: Path, message: string) => void;

/** Parses a file, and reports what its syntax or its schema does not allow. Without an invalid case, the others are read. */
function readFile(file: string, text: string, problems: string[]) {
  const { value, syntaxErrors, lineOf } = parseYaml(text);
  for (const { line, message } of syntaxErrors) problems.push(`${file}:${line}: syntax error: ${message}`);
  const report: Report = (path, message) => {
    const [id] = Array.isArray(value) ? idsOf(value[Number(path[0])]) : [];
    const [, ...members] = path;
    const names = id === undefined ? path : [id, ...(members[0] === id ? [] : members)];
    problems.push(`${file}:${lineOf(path)}: ${names.length > 0 ? `${names.join('.')}: ` : ''}${message}`);
  };
  const errors = syntaxErrors.length > 0 || isCaseFile(value) ? [] : schemaProblems(isCaseFile.errors!);
  for (const { path, message } of errors) {
    // A member that is no keyword is the id or a mistake.
    const isUnknown =
      path.length === 2 && Array.isArray(value) && idsOf(value[Number(path[0])]).indexOf(String(path[1])) > 0;
    report(path, isUnknown ? `unknown member.${describeNames(String(path[1]), 'members', caseKeywords)}` : message);
  }
  const isInvalid = (index?: number) =>
    errors.some(({ path: [first] }) => first === undefined || index === undefined || first === String(index));
  if (syntaxErrors.length > 0 || isInvalid(Array.isArray(value) ? NaN : undefined)) return { report, lineOf };
  const valid = Array.isArray(value)
    ? value.map((each: unknown, index) => (isInvalid(index) ? undefined : each))
    : value;
  return { value: valid, report, lineOf };
}

/** Reads an operation.yaml; undefined if it is invalid. */
export function readOperation(file: string, text: string, problems: string[]): Operation | undefined {
  const { value, report } = readFile(file, text, problems);
  if (Array.isArray(value)) report([], 'expected the description of an operation, not a list of cases');
  if (value === undefined || Array.isArray(value)) return undefined;
  const operation = value as Operation;
  for (const [index, { before, find, undo, check }] of (operation.undo ?? []).entries())
    for (const [name, document] of Object.entries({ before, find, undo, check: check?.query }))
      try {
        if (document !== undefined) parse(document);
      } catch (error) {
        report(['undo', index, name], (error as Error).message);
      }
  return operation;
}

/** Turns a file into cases, and adds everything that is wrong with it to the problems. */
export function readCaseFile(file: string, text: string, surroundings: Surroundings, problems: string[]): Case[] {
  const { value, report, lineOf } = readFile(file, text, problems);
  if (value !== undefined && !Array.isArray(value)) report([], 'expected a list of cases');
  if (!Array.isArray(value)) return [];
  const { folder, operations } = surroundings;
  return value.flatMap((testCase: CaseOfFile | undefined, index): Case[] => {
    if (!testCase) return [];
    const before = problems.length;
    const reportHere: Report = (path, message) => report([index, ...path], message);
    checkCase(testCase, reportHere);
    if (problems.length > before) return [];
    const [id] = idsOf(testCase) as [string];
    return repeat(testCase).map((each, number) => {
      const { checks = [], draft, level, dialects, since, until } = { ...operations.get(folder), ...each };
      return defined({
        id: `${folder}/${id}${testCase.each ? `/${number + 1}` : ''}`,
        description: String((each as unknown as Record<string, unknown>)[id]),
        requirements: checks,
        level: draft ? 'MUST' : (level ?? strictestLevel(checks)),
        dialects: dialects ?? dialectsOf(checks),
        since,
        until,
        draft,
        steps: readSteps(each, surroundings, reportHere),
        source: { file, line: lineOf([index]) },
      });
    });
  });
}

/** The case for each value of `each`. */
function repeat({ each, ...testCase }: CaseOfFile): CaseOfFile[] {
  const [values] = Object.values(each ?? {});
  if (!each || !values) return [testCase];
  return values.map(
    (_, index) => replacePlaceholders(testCase, (name, text) => (each[name] ? each[name][index] : text)) as CaseOfFile,
  );
}

function readSteps({ steps, ...testCase }: CaseOfFile, { folder, operations }: Surroundings, report: Report): Step[] {
  const operation = operations.get(folder) ?? {};
  const isAboutRecord = !steps && operation.given !== undefined && testCase.query === undefined && !testCase.http;
  const given = isAboutRecord ? [{ request: operation.given!, ...defined({ send: testCase.given }) }] : [];
  const read = (step: StepOfFile, path: Path, usual: Actor | undefined, later: Step[]): Step[] => {
    try {
      const isOwn = step.query !== undefined || step.http !== undefined;
      const described = step.request === undefined ? (isOwn ? undefined : operation) : find(step.request);
      const actor = step.actor ?? usual ?? described?.actor ?? operation.actor ?? 'anonymous';
      const [request, ...reads] = stepsOf(step, described, actor);
      const following = [...reads, ...later];
      return [step.capture ? request! : defined({ ...request!, ...onlyUsed(request!, following) }), ...following];
    } catch (error) {
      report(path, (error as Error).message);
      return later;
    }
  };
  /** A request of the folder, its readBack, or the operation of another folder. */
  function find(name: string): RequestDescription {
    const found = operation.requests?.[name] ?? operations.get(name);
    if (found) return { fields: operation.fields, ...found };
    if (name === 'readBack' && operation.readBack)
      return { actor: 'anonymous', fields: operation.fields, ...operation.readBack };
    const names = [...Object.keys(operation.requests ?? {}), 'readBack', ...operations.keys()];
    throw new Error(`request: there is no request ${name}.${describeNames(name, 'requests', names)}`);
  }
  // From the last to the first, because a described request captures only what later steps use.
  const own = (steps ?? [testCase]).reduceRight<Step[]>(
    (later, step, index) => read(step, steps ? ['steps', index] : [], testCase.actor, later),
    [],
  );
  return given.reduceRight((later, step) => read(step, ['given'], undefined, later), own);
}

/** Those captures of a step that later steps use. */
function onlyUsed({ capture }: Step, later: Step[]): Pick<Step, 'capture'> {
  const used = usedNames([{ steps: later }]);
  const names = Object.entries(capture ?? {}).filter(([name]) => used.has(name));
  return { capture: names.length > 0 ? Object.fromEntries(names) : undefined };
}

const levels: RequirementLevel[] = ['OBSERVE', 'SHOULD', 'MUST'];

function strictestLevel(ids: string[]): RequirementLevel {
  const used = requirements.filter(({ id }) => ids.includes(id)).map(({ level }) => levels.indexOf(level));
  return used.length > 0 ? levels[Math.max(...used)]! : 'MUST';
}

/** The dialects that have all of these requirements; undefined if that is every dialect. */
function dialectsOf(ids: string[]): string[] | undefined {
  const used = requirements.filter(({ id }) => ids.includes(id)).map(({ dialects }) => dialects);
  return used.some((dialects) => !dialects) || used.length === 0 ? undefined : [...new Set(used.flat() as string[])];
}
