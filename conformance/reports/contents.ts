import { isDeepStrictEqual } from 'node:util';
import type { Requirement } from '../../src/cases/case.ts';
import { referenceUrl } from '../../src/cases/requirements.ts';
import { curlCommand } from '../../src/client/curl.ts';
import { expectedInWords } from '../../src/cases/match.ts';
import { formatValue } from '../../src/client/format-text.ts';
import type { Difference } from '../../src/client/http-message.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import { type Outcome, type Report, type Result, outcomes } from '../model.ts';

/** The group of the documents that could not be read. */
export const notReadable = 'not readable';

/** A path on one line; of a long one, the end remains, which names the value. */
export function shortPath(path: string, limit: number): string {
  const characters = Array.from(path || 'response');
  return characters.length <= limit ? characters.join('') : `…${characters.slice(1 - limit).join('')}`;
}

/** What a report says about a result, or about several that differ in the same way. */
export interface Explanation {
  /** One line: the id and level of a case, or a document and what its targets say. */
  heading: string;
  /** What a reader must know, one line each. */
  texts: string[];
  differences: Difference[];
  /** Repeats the last request. */
  command: string | undefined;
}

/** Results that differ in the same way. */
export interface FailureGroup extends Explanation {
  /** What differs first, with its values if they are the same in all results. */
  title: string;
  /** Those of level MUST first. The explanation is that of the first one. */
  results: [Result, ...Result[]];
}

/**
 * The failures of a run by what differs first, the most frequent first, and then the documents that are affected. Those of a document
 * are by document, whatever the target is.
 */
export function groupFailures(report: Report): FailureGroup[] {
  const failures = report.results.filter(({ outcome }) => outcome === 'failed' || outcome === 'affected');
  const mustFirst = failures.toSorted((a, b) => Number(b.level === 'MUST') - Number(a.level === 'MUST'));
  const groups = new Map<string, [Result, ...Result[]]>();
  for (const result of mustFirst) {
    const { outcome, reason, source, details } = result;
    const [difference] = differencesOf(result);
    const kind = reason ?? (difference ? `${result.change} ${kindsOf(difference, report)}` : 'it fails');
    const key = report.documents ? JSON.stringify([outcome, source, kind, details]) : kind;
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  return [...groups.values()]
    .map((results) => ({ title: titleOf(results, report), results }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.results.length - a.results.length)
    .map((group) => ({ ...group, ...explain(group.results, report) }));
}

/** Worse before other changes, and last what is only a warning. */
const rankOf = (group: Pick<FailureGroup, 'results'>): number =>
  isAffected(group) ? 2 : Number(group.results[0].change === 'other');

/** What the two values of a difference are called. */
export const sidesOf = ({ sides }: Pick<Report, 'sides'>): Sides =>
  sides
    ? { expected: `${sides.expected}:`, received: `${sides.received}:` }
    : { expected: 'expected', received: 'received' };

export type Sides = NonNullable<Report['sides']>;

/** Two values of a difference in words, with whose they are. */
function inWords(name: string, expected: string, received: string, { sides }: Pick<Report, 'sides'>): string {
  if (!sides) return `${name}: ${expected} expected, ${received} received`;
  return `${name}: ${sides.expected}: ${expected}, ${sides.received}: ${received}`;
}

/** Whether a group is only a warning: the server accepts the documents. */
export const isAffected = ({ results }: Pick<FailureGroup, 'results'>): boolean => results[0].outcome === 'affected';

/** Explains the first of some results that differ in the same way. */
export function explain(results: [Result, ...Result[]], report: Report): Explanation {
  const [result] = results;
  const { id, description, level, change, source, details = [], exchanges } = result;
  const reason = outcomeReason(result);
  const ofReason = [...(reason === undefined ? [] : [reason]), ...details];
  if (report.documents)
    return { heading: documentTitle(results, report), texts: ofReason, differences: [], command: undefined };
  const last = exchanges.at(-1);
  const requirements = requirementDetails(result, report);
  const isNearest = last?.expected && 'oneOf' in last.expected && last.differences.length > 0;
  return {
    heading: (level ?? change) === undefined ? id : `${id} (${level ?? change})`,
    texts: [
      ...(description === '' ? [] : [description]),
      ...(source ? [`${source.file}:${source.line}`] : []),
      ...requirements.map((each) => `${requirementLabel(each)}: ${each.text}`),
      ...[...new Set(requirements.flatMap(({ pages }) => pages))].map((path) => `see ${referenceUrl(path)}`),
      ...ofReason,
      ...(last
        ? [`${last.step}, ${last.actor}: ${last.response ? `HTTP ${last.response.status}` : 'no response'}`]
        : []),
      ...(isNearest ? ['compared with the nearest of the responses that the case allows'] : []),
    ],
    differences: differencesOf(result),
    command: last && curlCommand(last, report.target.url),
  };
}

const differencesOf = ({ exchanges }: Result): Difference[] => exchanges.flatMap(({ differences }) => differences);

/** A difference on one line. */
export const differenceText = ({ path, expected, actual }: Difference, limit: number): string =>
  `${path || 'response'}: ${formatValue(actual, limit)} instead of ${expectedInWords(expected, limit)}`;

const maxTitleValue = 60;

const lastName = ({ path }: Difference): string =>
  path.split('.').findLast((part) => !/^\d+$/.test(part)) || 'response';

/** What differs, whatever the values are: `createdAt: a date-time with an offset expected, a text received`. */
function kindsOf(difference: Difference, report: Pick<Report, 'sides'>): string {
  const [expected, received] = [kindOf(difference.expected), kindOf(difference.actual)];
  return inWords(lastName(difference), expected, expected === received ? 'another' : received, report);
}

/** The expected and the received value in words; a status can be one of several. */
const textsOf = ({ path, expected, actual }: Difference): [string, string] => [
  path === 'status' && Array.isArray(expected) ? expected.join(' or ') : expectedInWords(expected, maxTitleValue),
  formatValue(actual, maxTitleValue),
];

/** What some results differ in: with the values, if they are the same. */
function titleOf([first, ...others]: [Result, ...Result[]], report: Pick<Report, 'sides'>): string {
  const [difference] = differencesOf(first);
  if (first.reason !== undefined || !difference) return first.reason ?? 'it fails';
  const [expected, received] = textsOf(difference);
  const isSame = others.every((each) => isDeepStrictEqual(textsOf(differencesOf(each)[0]!), [expected, received]));
  const text = isSame ? inWords(lastName(difference), expected, received, report) : kindsOf(difference, report);
  return first.change === undefined ? text : `${first.change}: ${text}`;
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isJsonObject(value)) return Object.keys(value)[0]?.startsWith('$') ? expectedInWords(value, 80) : 'an object';
  return { string: 'a text', number: 'a number', boolean: String(value) }[typeof value as string] ?? typeof value;
}

/** What a report lists beside its results, with a title; each list has at least one line. */
export function listsOf(report: Report): { title: string; lines: string[] }[] {
  const { leftovers, cleanUpFailures, ledgerFile, documents } = report;
  const inLedger = ledgerFile === undefined ? '' : `, listed in ${ledgerFile}`;
  const lists = {
    'Not run': reasonsNotRun(report),
    Waivers: waiverTexts(report),
    [`Not cleaned up${inLedger}`]: cleanUpFailures,
    [`Left on the target, because the API cannot undo it${inLedger}`]: leftovers,
    'Used parts of the schema': usageTexts(report),
    Notes: documents?.notes ?? [],
  };
  return Object.entries(lists).flatMap(([title, lines]) => (lines.length > 0 ? [{ title, lines }] : []));
}

/** The first lines of a list, and the number of the others. */
export const firstLines = (lines: string[], limit: number, shown = (line: string): string => line): string[] => [
  ...lines.slice(0, limit).map(shown),
  ...(lines.length > limit ? [`and ${lines.length - limit} more`] : []),
];

/** What did not run, each reason once, as sentences such as `238 cases could not run: …`; the most frequent first. */
function reasonsNotRun({ results, scope: { subject } }: Report): string[] {
  const groups = new Map<string, [Result, ...Result[]]>();
  for (const result of results) {
    if (result.outcome !== 'could not run') continue;
    const key = String(result.reason);
    const group = groups.get(key);
    if (group) group.push(result);
    else groups.set(key, [result]);
  }
  const mostFrequentFirst = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return mostFrequentFirst.map(([{ id, group, outcome, reason = '' }, ...others]) => {
    if (subject === 'document' && group === notReadable) return `not readable: ${reason}`;
    return `${others.length === 0 ? id : `${others.length + 1} ${subject}s`} ${outcome}: ${reason}`;
  });
}

/** What a reader must know of the waivers: which result each one excuses, or why it excuses nothing. */
const waiverTexts = ({ results, waivers }: Report): string[] => [
  ...results.flatMap((result) => (result.waiver ? [`${result.id} ${outcomeReason(result)}`] : [])),
  ...waivers.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`the waiver of ${id} excuses nothing: ${problem}`],
  ),
];

/** Why a result has its outcome, on one line; undefined if its differences show it. */
export const outcomeReason = ({ waiver, reason }: Result): string | undefined =>
  waiver ? `is waived${waiver.expires === undefined ? '' : ` until ${waiver.expires}`}: ${waiver.reason}` : reason;

/** The requirements of a result; one that the report does not contain has an empty text. */
const requirementDetails = ({ requirements, level = 'MUST' }: Result, report: Report): Requirement[] =>
  requirements.map(
    (id) => report.requirements.find((each) => each.id === id) ?? { id, section: '', level, text: '', pages: [] },
  );

/** The id and section of a requirement, such as `answer.state (section 2.2)`. */
const requirementLabel = ({ id, section }: Requirement): string =>
  /^\d/.test(section) ? `${id} (section ${section})` : section === '' ? id : `${id} (${section})`;

/** The results by their group, in the order of the names. */
export function resultsByGroup({ results }: Report): Map<string, Result[]> {
  const names = [...new Set(results.map(({ group }) => group))].toSorted();
  return new Map(names.map((name) => [name, results.filter(({ group }) => group === name)]));
}

/** The outcomes that a report has, in the order of `outcomes`, and always `passed` and `failed`. */
export const occurringOutcomes = ({ results }: Pick<Report, 'results'>): Outcome[] =>
  outcomes.filter((each) => each === 'passed' || each === 'failed' || results.some(({ outcome }) => outcome === each));

/** The numbers of results by group and outcome as texts: a header row, the groups, and all. Of documents, the outcome in each target. */
export function outcomeTable(report: Report): string[][] {
  if (report.scope.subject === 'document') return documentTable(report);
  const occurring = occurringOutcomes(report);
  const row = (name: string, results: Result[]) => [
    name,
    ...occurring.map((outcome) => String(results.filter((each) => each.outcome === outcome).length)),
    results.reduce((sum, each) => sum + each.milliseconds, 0).toFixed(0),
  ];
  return [
    ['', ...occurring.map((outcome) => outcomeWord(report, outcome)), 'ms'],
    ...[...resultsByGroup(report)].map(([name, results]) => row(name, results)),
    row('all', report.results),
  ];
}

const wordsOfSubjects: Partial<Record<Report['scope']['subject'], Partial<Record<Outcome, string>>>> = {
  document: { passed: 'accepted', failed: 'refused' },
  exchange: { affected: 'better' },
};

/** An outcome in a word: a document is accepted or refused. */
export const outcomeWord = ({ scope: { subject } }: Pick<Report, 'scope'>, outcome: Outcome): string =>
  wordsOfSubjects[subject]?.[outcome] ?? outcome;

/** A document and the targets that say the same of it, such as `a.graphql:1 Page: refused by decidim-0.31, decidim-0.32`. */
function documentTitle(results: [Result, ...Result[]], report: Report): string {
  const [{ description, group, outcome }] = results;
  const targets = results.map((each) => each.group).join(', ');
  const verdict = `${outcomeWord(report, outcome)} ${outcome === 'failed' ? 'by' : 'in'} ${targets}`;
  return `${description}: ${group === notReadable ? group : verdict}`;
}

/** The operations of a report about documents, with their results in the order of the targets. */
export function judgedOperations({ documents, results }: Report) {
  const { operations = [], targets = [] } = documents ?? {};
  const byId = new Map(results.map((each) => [each.id, each]));
  return operations.map((operation) => ({
    ...operation,
    results: targets.map((target) => byId.get(`${target}/${operation.id}`)!),
  }));
}

/**
 * The documents that not every target accepts, by targets, as people find them: `src/a.graphql:3 Newest`. The names of releases are
 * without that of the platform.
 */
function documentTable(report: Report): string[][] {
  const remarkable = judgedOperations(report).filter(({ results }) =>
    results.some(({ outcome }) => outcome !== 'passed'),
  );
  const rows = remarkable.map(({ results }) => [
    results[0]!.description,
    ...results.map(({ outcome }) => outcomeWord(report, outcome)),
  ]);
  const header = ['document', ...report.documents!.targets.map((target) => target.replace(/^decidim-/, ''))];
  return rows.length > 0 ? [header, ...rows] : [];
}

/** The parts of the schema that documents use: where each one is, and in which targets it is deprecated or gone; these first. */
function usageTexts({ documents }: Report): string[] {
  const texts = (documents?.usage ?? []).map(({ coordinate, places, deprecated, gone }) => {
    const remarks = [
      ...(gone.length > 0 ? [`not in ${gone.join(', ')}`] : []),
      ...(deprecated.length > 0 ? [`deprecated in ${deprecated.join(', ')}`] : []),
    ];
    const remark = remarks.length > 0 ? ` (${remarks.join('; ')})` : '';
    return { remark, text: `${coordinate}${remark}: ${places.map(({ file, line }) => `${file}:${line}`).join(', ')}` };
  });
  return texts.toSorted((a, b) => Number(a.remark === '') - Number(b.remark === '')).map(({ text }) => text);
}
