import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { DialectGuess } from '../../src/client/guess-dialect.ts';
import {
  decidimDialects,
  isDialectName,
  loadDocumentRules,
  loadDocumentRulesOfSchema,
} from '../../src/dialects/dialects.ts';
import type { DocumentRules } from '../../src/dialects/suite-dialect.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { Outcome, Report, Result, Waiver } from '../model.ts';
import { loadSchemaOfFile } from '../schema/diff.ts';
import { applyWaivers } from '../verdict.ts';
import { findOperations, operationsIn } from './find-operations.ts';
import { adviceOn, judgeStatically } from './judge.ts';
import type { ClientOperation, DocumentsReport, JudgedOperation, Judgement } from './model.ts';
import { findUsage } from './usage.ts';

export interface DocumentsOptions {
  /** Files, folders or patterns. Default: what the configuration of the client names, or the working folder. */
  paths?: string[];
  /** Texts that are judged in place of files; the report calls them `document 1` and so on. */
  texts?: readonly string[] | undefined;
  /** The working folder: paths and the names of files are relative to it. Default: that of the process. */
  folder?: string;
  /** Names of dialects, and files with the schema of a town. Default: those of Decidim; with a URL the release of the deployment and the later ones. */
  dialects?: string[] | undefined;
  /** A deployment to ask. */
  url?: string | undefined;
  /** Time limit of a request. Default: 30000. */
  timeoutMs?: number;
  /** Minimum time between the starts of two requests. Default: 500. */
  requestIntervalMs?: number;
  /** Whether the report lists the parts of the schema that the documents use. */
  usage?: boolean;
  signal?: AbortSignal | undefined;
  onAsked?: ((asked: number, total: number) => void) | undefined;
}

/**
 * Judges the documents of a client by the releases of Decidim, by a schema, or by what a deployment says.
 *
 * @throws CommandError if an option is invalid, if there is no document, or if the deployment is unreachable.
 */
export async function judgeDocuments(options: DocumentsOptions = {}): Promise<DocumentsReport> {
  const { paths = [], folder = '.', url, dialects, usage = false } = options;
  const rules = await loadRules(dialects ?? (url === undefined ? decidimDialects : []));
  const { source, operations, notReadable } = options.texts
    ? {
        source: 'the texts',
        ...operationsIn(options.texts.map((text, index) => ({ file: `document ${index + 1}`, text }))),
      }
    : await findOperations(paths, folder);
  if (operations.length === 0 && notReadable.length === 0)
    throw new CommandError(
      `there is no document in ${source}: expected operations in .graphql files, or in templates of gql or graphql`,
      exitCodes.usage,
    );
  const notes = [...rules.keys()]
    .filter((name) => !isDialectName(name))
    .map((name) => `${name} is judged with the limits and texts of decidim-0.32.`);
  const asked = url === undefined ? undefined : await ask(url, operations, options);
  if (asked?.release) {
    const since = releasesSince(asked.release.name);
    for (const [name, each] of await loadRules(since)) rules.set(name, each);
    notes.push(releaseNote(url!, asked.release, since));
  }
  if (asked) notes.push(blindSpots);
  return {
    targets: [...(url === undefined ? [] : [url]), ...rules.keys()],
    operations: operations.map((operation): JudgedOperation => {
      const { id, file, line, name, kind } = operation;
      const verdicts: Record<string, Judgement> = asked ? { [url!]: asked.judge(operation, rules) } : {};
      for (const [target, each] of rules) verdicts[target] = judgeStatically(operation, target, each);
      return { id, file, line, name, kind, verdicts };
    }),
    notReadable,
    ...(usage && { usage: findUsage(operations, rules.size > 0 ? rules : await loadRules(decidimDialects)) }),
    notes,
  };
}

async function loadRules(names: readonly string[]): Promise<Map<string, DocumentRules>> {
  const rules = new Map<string, DocumentRules>();
  for (const name of names) {
    const isFile = !isDialectName(name) && existsSync(name);
    rules.set(name, await (isFile ? loadDocumentRulesOfSchema(loadSchemaOfFile(name)) : loadDocumentRules(name)));
  }
  return rules;
}

async function ask(url: string, operations: readonly ClientOperation[], options: DocumentsOptions) {
  const { askDeployment } = await import('./ask-deployment.ts');
  const { answers, release } = await askDeployment(operations, {
    url,
    timeoutMs: options.timeoutMs ?? 30_000,
    requestIntervalMs: options.requestIntervalMs ?? 500,
    findsRelease: options.dialects === undefined,
    signal: options.signal,
    onAsked: options.onAsked,
  });
  const { renamed } = await loadDocumentRules(decidimDialects.at(-1)!);
  const judge = (operation: ClientOperation, rules: ReadonlyMap<string, DocumentRules>): Judgement => {
    const errors = answers.get(operation)!;
    if (typeof errors === 'string') return { verdict: 'not sent', messages: [errors] };
    const name = release?.name ?? '';
    const advice = adviceOn(errors, operation, name || url, rules.get(name) ?? { renamed });
    const messages = [...errors.map(({ message }) => message), ...advice];
    return { verdict: errors.length > 0 ? 'refused' : 'accepted', messages };
  };
  return { judge, release };
}

/** A release and the later ones; empty if it is none. */
const releasesSince = (name: string | undefined): string[] =>
  name !== undefined && decidimDialects.includes(name) ? decidimDialects.slice(decidimDialects.indexOf(name)) : [];

/** Which release a deployment is, what shows it, and which ones judge the documents for that. */
function releaseNote(url: string, { name, evidence }: DialectGuess, since: string[]): string {
  const shown = `${name === undefined ? `${url} answers like no release` : `${url} is ${name}`}: ${evidence.join('; ')}.`;
  if (since.length === 0) return `${shown} No other release is judged unless --dialect names it.`;
  return `${shown} ${since.length > 1 ? `Later releases: ${since.slice(1).join(', ')}` : 'There is no later release'}.`;
}

/** What a check without executing anything, without a token and without the values of variables cannot see. */
const blindSpots =
  'The check of a deployment skips every root field and executes nothing. It cannot see permissions, the values of variables, nor depth and complexity, from which skipped fields are left out.';

const outcomeOf: Record<Judgement['verdict'], Outcome> = {
  accepted: 'passed',
  affected: 'affected',
  refused: 'failed',
  'not sent': 'not sent',
};

/** The report of judged documents, in which waivers excuse refusals. The id of a result begins with its target. */
export function documentsReport(
  documents: DocumentsReport,
  { url = '', waivers, startedAt }: { url?: string | undefined; waivers: Waiver[]; startedAt: Date },
): Report {
  const { targets, operations, notReadable } = documents;
  const common = { requirements: [], exchanges: [], milliseconds: 0 };
  const results = operations.flatMap(({ id, file, line, name, verdicts }) =>
    targets.map((target): Result => {
      const { verdict, messages } = verdicts[target]!;
      // Some releases send a text twice.
      const [reason, ...details] = new Set(messages);
      const explanation = { ...(reason !== undefined && { reason }), ...(details.length > 0 && { details }) };
      const description = `${file}:${line} ${name ?? '(anonymous)'}`;
      const place = { description, group: target, source: { file, line } };
      return { ...common, id: `${target}/${id}`, ...place, outcome: outcomeOf[verdict], ...explanation };
    }),
  );
  const unread = notReadable.map(({ file, line, column, reason, isInvalid }, index): Result => {
    const count = notReadable.slice(0, index).filter((each) => each.file === file).length + 1;
    const place = column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
    return {
      ...common,
      id: count === 1 ? file : `${file} (${count})`,
      description: file,
      group: 'not readable',
      source: { file, line },
      outcome: isInvalid ? 'failed' : 'could not run',
      reason: `${place} ${reason}`,
    };
  });
  const all = [...results, ...unread];
  const noTarget = { url: url || 'documents:', dialect: { name: '', family: 'decidim' } } as const;
  const applied = applyWaivers(all, waivers, noTarget, startedAt.toISOString().slice(0, 10));
  const isFailed = all.some(({ outcome }) => outcome === 'failed');
  return {
    runId: randomBytes(4).toString('hex'),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    target: { url, dialect: targets.filter((each) => each !== url).join(', ') },
    mode: 'validate',
    scope: { subject: 'document' },
    verdict: isFailed ? 'differences' : 'no difference',
    isComplete: true,
    sentence: sentenceOf(documents, results),
    results: all,
    requirements: [],
    waivers: applied,
    leftovers: [],
    cleanUpFailures: [],
    documents,
  };
}

/** The numbers of documents by the worst that a target says about each. */
function sentenceOf({ operations, targets, notReadable }: DocumentsReport, results: Result[]): string {
  const worst = operations.map((_, index) => {
    const own = results.slice(index * targets.length, (index + 1) * targets.length);
    const isOne = (outcome: Outcome) => own.some((each) => each.outcome === outcome);
    return (['failed', 'waived', 'affected'] as const).find(isOne) ?? 'passed';
  });
  const count = (outcome: Outcome) => worst.filter((each) => each === outcome).length;
  const counts = [
    `${count('failed')} refused`,
    ...(count('waived') > 0 ? [`${count('waived')} waived`] : []),
    `${count('affected')} affected`,
    `${count('passed')} accepted`,
    ...(notReadable.length > 0 ? [`${notReadable.length} not readable`] : []),
  ];
  const subjects = operations.length === 1 ? '1 document' : `${operations.length} documents`;
  return `${subjects} against ${targets.length === 1 ? targets[0]! : `${targets.length} targets`}: ${counts.join(', ')}`;
}
