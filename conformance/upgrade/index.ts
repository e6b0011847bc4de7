import { setTimeout } from 'node:timers/promises';
import type { GraphQLSchema } from 'graphql';
import type { LoadedContract } from '../../src/cases/interactions/contract-file.ts';
import { createDeploymentTarget } from '../../src/client/deployment.ts';
import { NoResponseError } from '../../src/client/target.ts';
import { decidimDialects, loadDocumentRules } from '../../src/dialects/document-rules.ts';
import { defaultDecidimDialect, suiteDialectByName } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { type Verification, verificationExitCode, verifyContracts } from '../contracts/verify.ts';
import { recognizeDialect } from '../discover/dialect.ts';
import { type DocumentsReport, hasNewRefusals, judgeDocuments } from '../documents/index.ts';
import { type SchemaChange, type UsedChange, changesInUse } from './used-changes.ts';

export interface UpgradeOptions {
  url: string;
  paths?: string[];
  folder?: string;
  /** The release of the deployment. Default: what its responses show. */
  dialect?: string | undefined;
  /** The last release to look at. Default: the newest one that is released. */
  to?: string | undefined;
  contracts?: LoadedContract[];
  /** The world of the stand-ins that the contracts are verified against; see `verifyContracts`. */
  worldFolder?: string | undefined;
  timeoutMs: number;
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
  findChanges(from: GraphQLSchema, to: GraphQLSchema): Promise<SchemaChange[]>;
  signal?: AbortSignal | undefined;
  onAsked?: ((asked: number, total: number) => void) | undefined;
}

/** The changes from one release to the next one that touch what the documents use. */
export interface UpgradeStep {
  from: string;
  to: string;
  changes: UsedChange[];
}

/** What a deployment is, and what its next releases change for a client. */
export interface UpgradeReport {
  url: string;
  release: string;
  evidence: string[];
  next: string[];
  documents: DocumentsReport;
  verifications: Verification[];
  steps: UpgradeStep[];
}

/**
 * Finds the release of a deployment, and judges a client by it and by the next releases.
 *
 * @throws CommandError if an option is invalid, if there is no document, or if the deployment is unreachable or no release of Decidim.
 */
export async function planUpgrade(options: UpgradeOptions): Promise<UpgradeReport> {
  const { url, dialect, to, contracts = [], worldFolder, requestIntervalMs, signal } = options;
  for (const name of [dialect, to]) if (name !== undefined) assertRelease(name);
  const { name: release, evidence } = await recognizeRelease(options);
  const next = releasesAfter(release, to, url);
  const verifications = await verifyContracts({
    contracts,
    dialects: next,
    ...(worldFolder !== undefined && { worldFolder }),
    signal,
  });
  // The documents are asked by another client, which does not know when the last request was sent.
  await setTimeout(requestIntervalMs, undefined, { signal }).catch(throwInterrupted);
  const { usage = [], ...documents } = await judgeDocuments({
    ...options,
    dialects: [release, ...next],
    usage: true,
  });
  const steps: UpgradeStep[] = [];
  for (const [index, name] of next.entries()) {
    const from = next[index - 1] ?? release;
    const [before, after] = [(await loadDocumentRules(from)).schema, (await loadDocumentRules(name)).schema];
    steps.push({ from, to: name, changes: changesInUse(await options.findChanges(before, after), usage, before) });
  }
  return { url, release, evidence, next, documents, verifications, steps };
}

async function recognizeRelease({ url, dialect, timeoutMs, requestIntervalMs, signal }: UpgradeOptions) {
  const target = createDeploymentTarget({ url, actors: {} }, suiteDialectByName(dialect ?? defaultDecidimDialect), {
    environment: {},
    timeoutMs,
    requestIntervalMs,
    mayBeAnonymous: true,
    ...(signal && { signal }),
  });
  try {
    const found = await recognizeDialect(target, dialect);
    if (decidimDialects.includes(found.name)) return found;
  } catch (error) {
    if (signal?.aborted) throwInterrupted();
    if (!(error instanceof NoResponseError)) throw error;
    throw new CommandError(`${url} is unreachable: ${error.message}`, exitCodes.unreachable);
  }
  throw new CommandError(
    `${url} has the dialect specification: expected a release of Decidim, such as ${defaultDecidimDialect}`,
    exitCodes.unreachable,
  );
}

function throwInterrupted(): never {
  throw new CommandError('interrupted', exitCodes.interrupted);
}

function assertRelease(name: string): void {
  if (decidimDialects.includes(name)) return;
  throw new CommandError(`unknown release ${name}; there are ${decidimDialects.join(', ')}`, exitCodes.usage);
}

function releasesAfter(release: string, to: string | undefined, url: string): string[] {
  const next = decidimDialects.slice(
    decidimDialects.indexOf(release) + 1,
    decidimDialects.indexOf(to ?? defaultDecidimDialect) + 1,
  );
  if (to !== undefined && next.length === 0)
    throw new CommandError(`--to ${to}: expected a release after ${release}, that of ${url}`, exitCodes.usage);
  return next;
}

/** The exit code of a report: 1 if something is refused or differs, 3 if only a part of a contract could not be verified. */
export const upgradeExitCode = ({ documents, verifications }: UpgradeReport): number =>
  hasNewRefusals(documents) ? exitCodes.differences : verificationExitCode(verifications, false);
