import type { GraphQLSchema } from 'graphql';
import type { DocumentRules } from '../../src/dialects/suite-dialect.ts';
import { decidimDialects, loadDocumentRulesOfSchema, loadDocumentRules } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import type { DialectGuess } from '../../src/client/guess-dialect.ts';
import { readDocumentsBaseline } from './baseline.ts';
import { findOperations, operationsIn } from './find-operations.ts';
import { adviceOn, judgeStatically } from './judge.ts';
import type { ClientOperation, DocumentsReport, JudgedOperation, Judgement, NotReadable } from './model.ts';
import { findUsage } from './usage.ts';

export type * from './model.ts';

export interface DocumentsOptions {
  /** Files, folders or patterns. Default: what the configuration of the client names, or the working folder. */
  paths?: string[];
  /** Texts that are judged in place of files; the report calls them `document 1` and so on. */
  texts?: readonly string[] | undefined;
  /** The working folder: paths and the names of files are relative to it. Default: that of the process. */
  folder?: string;
  /** The names of dialects. Default: those of Decidim; with a schema none, and with a URL the release of the deployment and the later ones. */
  dialects?: string[] | undefined;
  /** The schema of a town, by the name that the report uses. */
  schema?: { name: string; schema: GraphQLSchema } | undefined;
  /** A deployment to ask. */
  url?: string | undefined;
  /** Time limit of a request. Default: 30000. */
  timeoutMs?: number;
  /** Minimum time between the starts of two requests. Default: 500. */
  requestIntervalMs?: number;
  /** Whether the report lists the parts of the schema that the documents use. */
  usage?: boolean;
  /** The `report.json` of an earlier run, whose refusals do not fail this one. */
  baseline?: string | undefined;
  signal?: AbortSignal | undefined;
  onAsked?: ((asked: number, total: number) => void) | undefined;
}

/**
 * Judges the documents of a client by the releases of Decidim, by a schema, or by what a deployment says.
 *
 * @throws CommandError if an option is invalid, if there is no document, or if the deployment is unreachable.
 */
export async function judgeDocuments(options: DocumentsOptions = {}): Promise<DocumentsReport> {
  const { paths = [], folder = '.', url, schema, usage = false } = options;
  const baseline = options.baseline === undefined ? undefined : readDocumentsBaseline(options.baseline);
  const rules = await loadRules(options);
  const { source, operations, notReadable } = options.texts
    ? { source: 'the texts', ...operationsIn(options.texts.map(toSource)) }
    : await findOperations(paths, folder);
  if (operations.length === 0 && notReadable.length === 0)
    throw new CommandError(
      `there is no document in ${source}: expected operations in .graphql files, or in templates of gql or graphql`,
      exitCodes.usage,
    );
  const answer =
    url === undefined
      ? undefined
      : await (
          await import('./ask-deployment.ts')
        ).askDeployment(operations, {
          url,
          timeoutMs: options.timeoutMs ?? 30_000,
          requestIntervalMs: options.requestIntervalMs ?? 500,
          findsRelease: options.dialects === undefined && schema === undefined,
          signal: options.signal,
          onAsked: options.onAsked,
        });
  const found = answer?.release?.name;
  const since = releasesSince(found);
  for (const name of since) rules.set(name, await loadDocumentRules(name));
  const { renamed } = await loadDocumentRules(decidimDialects.at(-1)!);
  const judged = operations.map((operation): JudgedOperation => {
    const verdicts: Record<string, Judgement> = {};
    const errors = answer?.errors.get(operation);
    if (errors) {
      const advice = adviceOn(errors, operation, found ?? url!, rules.get(found ?? '') ?? { renamed });
      const messages = [...errors.map(({ message }) => message), ...advice];
      verdicts[url!] = { verdict: errors.length > 0 ? 'refused' : 'accepted', messages };
    }
    for (const [target, each] of rules) verdicts[target] = judgeStatically(operation, target, each);
    const { file, line, name, kind } = operation;
    const result = { file, line, name, kind, verdicts };
    const refusals = Object.keys(verdicts).filter((target) => verdicts[target]!.verdict === 'refused');
    return { ...result, known: refusals.filter((target) => baseline?.hasRefusal(result, target)) };
  });
  return {
    targets: [...(url === undefined ? [] : [url]), ...rules.keys()],
    operations: judged,
    notReadable: notReadable.map((each) => ({ ...each, isKnown: baseline?.hasInvalid(each) === true })),
    ...(usage && { usage: findUsage(operations, rules.size > 0 ? rules : await loadRulesOf(decidimDialects)) }),
    notes: [
      ...(answer?.release ? [releaseNote(url!, answer.release, since)] : []),
      ...notesOf(answer?.notSent, schema?.name),
    ],
  };
}

const toSource = (text: string, index: number) => ({ file: `document ${index + 1}`, text });

async function loadRules({ dialects, schema, url }: DocumentsOptions): Promise<Map<string, DocumentRules>> {
  const isAlone = schema !== undefined || url !== undefined;
  const rules = await loadRulesOf(dialects ?? (isAlone ? [] : decidimDialects));
  if (schema) rules.set(schema.name, await loadDocumentRulesOfSchema(schema.schema));
  return rules;
}

async function loadRulesOf(names: readonly string[]): Promise<Map<string, DocumentRules>> {
  const rules = new Map<string, DocumentRules>();
  for (const name of names) rules.set(name, await loadDocumentRules(name));
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

const notesOf = (notSent: readonly NotReadable[] | undefined, schema: string | undefined): string[] => [
  ...(schema === undefined ? [] : [`${schema} is judged with the limits and texts of decidim-0.32.`]),
  ...(notSent === undefined ? [] : [blindSpots]),
  ...(notSent ?? []).map(({ file, line, reason }) => `${file}:${line} was not sent: ${reason}`),
];

/** The targets that refuse an operation and did not in the baseline. */
export const newRefusals = ({ verdicts, known }: JudgedOperation): string[] =>
  Object.keys(verdicts).filter((target) => verdicts[target]!.verdict === 'refused' && !known.includes(target));

/** Whether a report has a refusal that is not in the baseline. */
export const hasNewRefusals = ({ operations, notReadable }: DocumentsReport): boolean =>
  operations.some((each) => newRefusals(each).length > 0) ||
  notReadable.some(({ isInvalid, isKnown }) => isInvalid === true && isKnown !== true);

/** An operation as a person finds it, such as `src/a.graphql:3 Proposals`. */
export const placeOf = ({ file, line, name }: Pick<ClientOperation, 'file' | 'line' | 'name'>): string =>
  `${file}:${line} ${name ?? '(anonymous)'}`;
