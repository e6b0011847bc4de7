import { existsSync } from 'node:fs';
import type { DialectGuess } from '../../src/client/guess-dialect.ts';
import {
  decidimDialects,
  isDialectName,
  loadDocumentRules,
  loadDocumentRulesOfSchema,
} from '../../src/dialects/dialects.ts';
import type { Patience } from '../../src/client/patience.ts';
import type { DocumentRules } from '../../src/dialects/suite-dialect.ts';
import type { Report, Result, Waiver } from '../model.ts';
import { loadSchemaOfFile } from '../schema/diff.ts';
import { notReadable as notReadableGroup } from '../reports/contents.ts';
import { buildReport } from '../verdict.ts';
import { findOperations, operationsIn } from './find-operations.ts';
import { type Judgement, adviceOn, judgeStatically } from './judge.ts';
import type { ClientOperation, NotReadable } from './model.ts';
import { findUsage } from './usage.ts';

export interface DocumentsOptions {
  /** Files, folders or patterns. Default: the working folder. */
  paths?: string[];
  /** Texts that are judged in place of files; the report calls them `document 1` and so on. */
  texts?: readonly string[] | undefined;
  /** The working folder: paths and the names of files are relative to it. Default: that of the process. */
  folder?: string;
  /** Names of dialects, and files with the schema of a town. Default: those of Decidim; with a URL the release of the deployment and the later ones. */
  dialects?: string[] | undefined;
  /** A deployment to ask. */
  url?: string | undefined;
  /** Minimum milliseconds between the starts of two requests. Default: 0 for a stand-in, else 667. */
  requestIntervalMs?: number | undefined;
  onWait?: Patience['onWait'];
  /** Whether the report lists the parts of the schema that the documents use. */
  usage?: boolean;
  /** Refusals that are known. */
  waivers?: Waiver[];
  signal?: AbortSignal | undefined;
  onAsked?: ((asked: number, total: number) => void) | undefined;
}

/**
 * Judges the documents of a client by the releases of Decidim, by a schema, or by what a deployment says. A refused document has the
 * outcome `failed`.
 *
 * @throws CommandError if an option is invalid, if there is no document, or if the deployment is unreachable.
 */
export async function judgeDocuments(options: DocumentsOptions = {}): Promise<Report> {
  const { paths = [], folder = '.', url, dialects, usage = false, waivers = [], signal, onAsked } = options;
  const startedAt = new Date();
  const rules = await loadRules(dialects ?? (url === undefined ? decidimDialects : []));
  const { operations, notReadable } = options.texts
    ? operationsIn(
        options.texts.map((text, index) => ({ file: `document ${index + 1}`, text })),
        'the texts',
      )
    : await findOperations(paths, folder);
  const notes = [...rules.keys()]
    .filter((name) => !isDialectName(name))
    .map((name) => `${name} is judged with the limits and texts of decidim-0.32.`);
  const judges = new Map<string, (operation: ClientOperation) => Judgement>();
  if (url !== undefined) {
    const { askDeployment } = await import('./ask-deployment.ts');
    const { requestIntervalMs, onWait } = options;
    const question = { url, requestIntervalMs, onWait, findsRelease: dialects === undefined, signal, onAsked };
    const { answers, release } = await askDeployment(operations, question);
    if (release) {
      const since = releasesSince(release.name);
      for (const [name, each] of await loadRules(since)) rules.set(name, each);
      notes.push(releaseNote(url, release, since));
    }
    notes.push(blindSpots);
    judges.set(url, (operation) => {
      const judgement = answers.get(operation)!;
      const known = judgement.outcome === 'failed' ? rules.get(release?.name ?? '') : undefined;
      const advice = known ? adviceOn(operation, release!.name!, known) : [];
      return { ...judgement, messages: [...judgement.messages, ...advice] };
    });
  }
  for (const [target, each] of rules) judges.set(target, (operation) => judgeStatically(operation, target, each));
  const results = operations.flatMap((operation) =>
    [...judges].map(([target, judge]) => resultOf(operation, target, judge(operation))),
  );
  const schemas = usage && (rules.size > 0 ? rules : await loadRules(decidimDialects));
  return buildReport({
    startedAt,
    target: { url: url ?? '', dialect: { name: [...rules.keys()].join(', '), family: 'decidim' } },
    mode: 'validate',
    scope: { subject: 'document' },
    results: [...results, ...unreadResults(notReadable)],
    waivers,
    documents: {
      targets: [...judges.keys()],
      operations: operations.map(({ id, file, line, name, kind }) => ({ id, file, line, name, kind })),
      ...(schemas && { usage: findUsage(operations, schemas) }),
      notes,
    },
  });
}

async function loadRules(names: readonly string[]): Promise<Map<string, DocumentRules>> {
  const rules = new Map<string, DocumentRules>();
  for (const name of names) {
    const isFile = !isDialectName(name) && existsSync(name);
    rules.set(name, await (isFile ? loadDocumentRulesOfSchema(loadSchemaOfFile(name)) : loadDocumentRules(name)));
  }
  return rules;
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

const common = { requirements: [], exchanges: [], milliseconds: 0 };

function resultOf({ id, file, line, name }: ClientOperation, target: string, judgement: Judgement): Result {
  // Some releases send a text twice.
  const [reason, ...details] = new Set(judgement.messages);
  return {
    ...common,
    id: `${target}/${id}`,
    description: `${file}:${line} ${name ?? '(anonymous)'}`,
    group: target,
    source: { file, line },
    outcome: judgement.outcome,
    ...(reason !== undefined && { reason }),
    ...(details.length > 0 && { details }),
  };
}

const unreadResults = (notReadable: NotReadable[]): Result[] =>
  notReadable.map(({ file, line, column, reason, isInvalid }, index) => {
    const count = notReadable.slice(0, index).filter((each) => each.file === file).length + 1;
    const place = column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
    return {
      ...common,
      id: count === 1 ? file : `${file} (${count})`,
      description: file,
      group: notReadableGroup,
      source: { file, line },
      outcome: isInvalid ? 'failed' : 'could not run',
      reason: `${place} ${reason}`,
    };
  });
