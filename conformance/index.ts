import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../src/graphql/schema.ts';
import { CommandError, exitCodes } from '../src/errors.ts';
import { describeUnknown } from '../src/option.ts';
import { loadCases } from '../src/cases/load.ts';
import { usedNames } from '../src/cases/placeholders.ts';
import { readBaseline } from './judge/baseline.ts';
import { readWaivers } from './judge/waivers.ts';
import { chooseMode } from './live/choose-mode.ts';
import { type CleanUpResult, cleanUp } from './live/clean-up.ts';
import { assertWriteConfirmed } from './live/confirm-write.ts';
import { Ledger } from './live/ledger.ts';
import { runPreflightChecks } from './live/preflight.ts';
import { runTrials } from './live/trials.ts';
import { createWriteTracker } from './live/write-tracker.ts';
import type { Case } from '../src/cases/case.ts';
import type { CaseResult, Report, Waiver } from './model/report.ts';
import type { Mode } from '../src/client/target.ts';
import { createRedactor, redactValue } from '../src/client/redactor.ts';
import type { Target } from '../src/client/target.ts';
import { buildReport } from './reports/build-report.ts';
import { redactReport } from './reports/redact.ts';
import { assertWritable } from './reports/writable.ts';
import { runCases } from './runner/run-cases.ts';
import { type TargetOptions, openTarget } from '../src/targets/open-target.ts';

export type * from '../src/cases/case.ts';
export type * from '../src/client/http-message.ts';
export type * from './model/report.ts';
export type * from './model/report-file.ts';
export type * from '../src/client/target.ts';
export { loadCases } from '../src/cases/load.ts';
export { requirements } from '../src/cases/requirements.ts';
export { readWaivers } from './judge/waivers.ts';
export type { CleanUpResult } from './live/clean-up.ts';
export { type ExitOptions, exitCodeOf } from './judge/exit-code.ts';
export { writeReports } from './reports/write-reports.ts';
export { assertWritable } from './reports/writable.ts';
export { NoResponseError } from '../src/client/target.ts';
export { type TargetOptions, openTarget } from '../src/targets/open-target.ts';

const projectWaivers = fileURLToPath(new URL('waivers.json', import.meta.url));

/** Number of cases that a run has completed. */
export interface Progress {
  completed: number;
  total: number;
}

export interface ConformanceOptions extends Omit<TargetOptions, 'targetFile' | 'mayBeAnonymous'> {
  /**
   * Path of a target file, or a target. A target that you pass stays open. Cannot be combined with `url`. If both are
   * omitted, the run tests the stand-in in this process.
   */
  target?: string | Target;
  /**
   * `observe` sends reads only, `validate` also sends mutations that the server validates but skips, and `write` sends
   * everything. Default: `write` for a stand-in in this process or on this machine, `validate` for other servers.
   */
  mode?: Mode;
  /** Cases, or a folder of cases. Default: the cases of this package. */
  cases?: string | Case[];
  /** Runs only the cases whose id starts with this text, such as `answer/`. */
  only?: string;
  /** Known failures, or a file of them. Default: those of this package, unless `cases` is given. */
  waivers?: string | Waiver[];
  /** The `report.json` of an earlier run. Failures that it contains do not fail the run. */
  baseline?: string;
  /** Host name of the deployment; required to write to another machine. */
  confirmedHost?: string;
  /**
   * The file that lists what the run wrote to a deployment, until it is undone. Default: a new file in `data/conform`,
   * relative to the current directory.
   */
  ledgerFile?: string;
  /** After an abort, the remaining cases do not run, and the run cleans up. */
  signal?: AbortSignal;
  /** Receives what the user must know before the first case, such as records that the target does not have. */
  onNotice?: (text: string) => void;
  /** Called after each case. The requests of the result still contain the tokens. */
  onResult?: (result: CaseResult, progress: Progress) => void;
}

const optionNames = Object.keys({
  url: true,
  dialect: true,
  environment: true,
  timeoutMs: true,
  requestIntervalMs: true,
  target: true,
  mode: true,
  cases: true,
  only: true,
  waivers: true,
  baseline: true,
  confirmedHost: true,
  ledgerFile: true,
  signal: true,
  onNotice: true,
  onResult: true,
} satisfies Record<keyof ConformanceOptions, true>);

/**
 * Runs the conformance suite. By default it tests the stand-in, with a fresh demo world for each case. On a deployment it
 * first checks the credentials and components, and at the end it undoes what it wrote, as far as the API can.
 *
 * @example
 * const { verdict, results } = await runConformance({
 *   url: 'https://town.example/api',
 *   dialect: 'decidim-0.32',
 *   mode: 'validate',
 *   environment: process.env, // PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN, PLENUM_OTHER_TOKEN
 * });
 *
 * @returns The report, in which the names of the credentials replace the secrets.
 * @throws CommandError if an option, case, waiver or target is invalid, or if the target is unreachable.
 */
export async function runConformance(options: ConformanceOptions = {}): Promise<Report> {
  const unknown = describeUnknown(options, optionNames);
  if (unknown) throw new CommandError(`runConformance: ${unknown}`, exitCodes.usage);
  const { target, url, cases, only = '', dialect, environment, timeoutMs, requestIntervalMs } = options;
  if (target !== undefined && url !== undefined)
    throw new CommandError('url and target cannot be combined', exitCodes.usage);
  const selected = (Array.isArray(cases) ? cases : loadCases(cases)).filter(({ id }) => id.startsWith(only));
  if (selected.length === 0) throw new CommandError(`no case id starts with ${only}`, exitCodes.usage);
  if (typeof target === 'object') return withoutSecrets(target, () => runOnTarget(target, selected, options));
  const opened = await openTarget({
    url,
    targetFile: target,
    dialect,
    environment,
    timeoutMs,
    requestIntervalMs,
  });
  try {
    return await withoutSecrets(opened, () => runOnTarget(opened, selected, options));
  } finally {
    await opened.close();
  }
}

/** Removes the secrets of a target from the message of a CommandError, which may quote the target. */
async function withoutSecrets<T>(target: Target, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(createRedactor(() => target.secrets())(error.message), error.exitCode);
  }
}

async function runOnTarget(target: Target, cases: Case[], options: ConformanceOptions): Promise<Report> {
  const { confirmedHost, signal, onResult } = options;
  const redact = createRedactor(() => target.secrets());
  const onNotice = (text: string) => options.onNotice?.(redact(text));
  const runId = `plenum-${randomBytes(4).toString('hex')}`;
  const isDeployment = target.reset === undefined;
  const ledgerFile = options.ledgerFile ?? join('data', 'conform', `${runId}.ledger`);
  if (options.ledgerFile !== undefined) assertWritable(ledgerFile, 'file');
  const waivers = relevantWaivers(options);
  const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline, target.dialect.name);
  const mode = options.mode ?? (await chooseMode(target, onNotice));
  const mustCleanUp = isDeployment && mode === 'write';
  if (mustCleanUp) assertWritable(ledgerFile, 'file');
  if (mustCleanUp) assertWriteConfirmed(target, cases, { confirmedHost, onNotice });
  if (isDeployment) {
    const names = usedNames(cases);
    for (const notice of await runPreflightChecks(target, { names })) onNotice(notice);
  }
  const ledger = mustCleanUp ? new Ledger(ledgerFile, redact) : undefined;
  ledger?.assertWrittenTo(target.url);
  const schema = buildSchema(readContractSdl());
  const tracker = ledger && createWriteTracker(target, ledger, { runId, schema });
  if (tracker) for (const notice of await runTrials(target, { cases, tracker })) onNotice(notice);
  const startedAt = new Date();
  const progress: Progress = { completed: 0, total: cases.length };
  const results = await runCases({
    target,
    cases,
    schema,
    runId,
    mode,
    tracker,
    signal,
    onResult: (result) => {
      progress.completed += 1;
      onResult?.(result, { ...progress });
    },
  });
  const isInterrupted = signal?.aborted === true;
  const { leftovers, failures } = ledger ? await cleanUp(ledger, target) : { leftovers: [], failures: [] };
  const report = buildReport({
    target,
    runId,
    startedAt,
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    mode,
    scope: { only: options.only || undefined, hasOwnCases: options.cases !== undefined, isInterrupted },
    results,
    waivers,
    baseline,
    leftovers,
    cleanUpFailures: failures,
    ledgerFile: ledger?.file,
  });
  return redactReport(report, target.secrets());
}

function relevantWaivers({ waivers, cases, only = '' }: ConformanceOptions): Waiver[] {
  const defaultFile = cases === undefined ? projectWaivers : undefined;
  const source = waivers ?? defaultFile;
  const all = typeof source === 'string' ? readWaivers(source) : (source ?? []);
  return all.filter((waiver) => waiver.case.startsWith(only));
}

/**
 * Undoes what an earlier run wrote to a deployment and could not undo. Damaged lines of the ledger are failures.
 *
 * @throws CommandError if the target is invalid, or if the ledger does not exist or lists writes to another deployment.
 */
export async function cleanUpLedger(ledgerFile: string, options: TargetOptions): Promise<CleanUpResult> {
  if (!existsSync(ledgerFile)) throw new CommandError(`${ledgerFile} does not exist`, exitCodes.usage);
  const target = await openTarget(options);
  const redact = createRedactor(() => target.secrets());
  try {
    return await withoutSecrets(target, async () => {
      const ledger = new Ledger(ledgerFile, redact);
      ledger.assertWrittenTo(target.url);
      return redactValue(await cleanUp(ledger, target), redact);
    });
  } finally {
    await target.close();
  }
}
