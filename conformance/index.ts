import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../src/cases/case.ts';
import { loadCases, loadUndoDescriptions } from '../src/cases/load.ts';
import { usedNames } from '../src/cases/placeholders.ts';
import { requirements } from '../src/cases/requirements.ts';
import { isLoopbackUrl } from '../src/client/http-message.ts';
import { permit } from '../src/client/door.ts';
import { createRedactor, redactValue } from '../src/client/redactor.ts';
import { coordinateOf } from '../src/client/selection.ts';
import { type Mode, type Target, standInIdentity, withCommandErrors } from '../src/client/target.ts';
import { CommandError, exitCodes } from '../src/errors.ts';
import { describeUnknown } from '../src/option.ts';
import { type TargetOptions, openTarget } from '../src/targets/open-target.ts';
import { writesOf } from './step-template.ts';
import { type CaseContext, caseScenario } from './case-steps.ts';
import { ChangeableRecords } from './changeable-records.ts';
import { Ledger } from './ledger.ts';
import type { Report, Result, Waiver } from './model.ts';
import { runPreflightChecks } from './preflight.ts';
import { assertWritable } from './reports/write-reports.ts';
import { type RunOptions, runScenarios } from './run.ts';
import { runTrials } from './trials.ts';
import { type CleanUpResult, cleanUp } from './undo.ts';
import { Waivers, buildReport, readWaivers } from './verdict.ts';
import { WriteLog } from './write-log.ts';

export type * from '../src/cases/case.ts';
export type * from '../src/client/http-message.ts';
export type * from './model.ts';
export type * from '../src/client/target.ts';
export { loadCases } from '../src/cases/load.ts';
export { requirements } from '../src/cases/requirements.ts';
export type { CleanUpResult } from './undo.ts';
export { type ExitOptions, exitCodeOf, readWaivers, waiversOf } from './verdict.ts';
export { assertWritable, writeReports } from './reports/write-reports.ts';
export { NoResponseError } from '../src/client/target.ts';
export { type TargetOptions, openTarget } from '../src/targets/open-target.ts';

/** Number of cases that a run has completed. */
export interface Progress {
  completed: number;
  total: number;
}

export interface ConformanceOptions extends Omit<TargetOptions, 'targetFile'> {
  /**
   * Path of a target file, or a target. A target that you pass stays open. With a file, `url` is in place of its URL. If both are
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
  /** Known failures, or a file of them. */
  waivers?: string | Waiver[];
  /** Host name of the deployment; required to write to another machine. */
  confirmedHost?: string;
  /**
   * The file that lists what the run writes to a deployment, until it is undone. Default: a new file in `plenum-ledgers`,
   * relative to the current directory.
   */
  ledgerFile?: string;
  /** After an abort, the remaining cases do not run, and the run cleans up. */
  signal?: AbortSignal;
  /** Receives what the user must know before the first case, such as records that the target does not have. */
  onNotice?: (text: string) => void;
  /** Called after each case. The responses of the result can contain secrets, which those of the report do not. */
  onResult?: (result: Result, progress: Progress) => void;
}

const optionNames = Object.keys({
  url: true,
  dialect: true,
  environment: true,
  timeoutMs: true,
  requestIntervalMs: true,
  onWait: true,
  target: true,
  mode: true,
  cases: true,
  only: true,
  waivers: true,
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
  const { target, url, cases, only = '', dialect, environment, timeoutMs, requestIntervalMs, onWait } = options;
  if (typeof target === 'object' && url !== undefined)
    throw new CommandError('url cannot be combined with a target that is open', exitCodes.usage);
  const selected = Array.isArray(cases) ? cases.filter(({ id }) => id.startsWith(only)) : loadCases(cases, only);
  if (selected.length === 0) throw new CommandError(`no case id starts with ${only}`, exitCodes.usage);
  if (typeof target === 'object') return withCommandErrors(target, () => runOnTarget(target, selected, options));
  const opened = await openTarget({
    url,
    targetFile: target,
    dialect,
    environment,
    timeoutMs,
    requestIntervalMs,
    onWait,
  });
  try {
    return await withCommandErrors(opened, () => runOnTarget(opened, selected, options));
  } finally {
    await opened.close();
  }
}

async function runOnTarget(target: Target, cases: Case[], options: ConformanceOptions): Promise<Report> {
  const { signal, onResult, only = '' } = options;
  const redact = createRedactor(() => target.secrets());
  const onNotice = (text: string) => options.onNotice?.(redact(text));
  const runId = `plenum-${randomBytes(4).toString('hex')}`;
  const casesFolder = typeof options.cases === 'string' ? options.cases : undefined;
  const ledgerFile = options.ledgerFile ?? join('plenum-ledgers', `${runId}.ledger`);
  if (options.ledgerFile !== undefined) assertWritable(ledgerFile, 'file');
  const given = typeof options.waivers === 'string' ? readWaivers(options.waivers) : (options.waivers ?? []);
  const waivers = given.filter(({ id }) => id.startsWith(only));
  const notices: string[] = [];
  const mode = options.mode ?? (await chooseMode(target, (notice) => notices.push(notice)));
  const writesToDeployment = target.reset === undefined && mode === 'write';
  const descriptions = writesToDeployment ? loadUndoDescriptions(casesFolder) : [];
  const names = usedNames(cases);
  if (writesToDeployment) assertWritable(ledgerFile, 'file');
  const permission = {
    mode,
    confirmedHost: options.confirmedHost,
    plannedWrites: plannedWrites(cases, target),
    hasOAuth: Object.hasOwn(target.placeholders, 'clientId'),
    onNotice,
  };
  const unguarded = permit(target, permission);
  // Before the checks, it is not known whether there is a server.
  if (!target.reset) notices.push(...(await runPreflightChecks(target, names)));
  for (const notice of notices) onNotice(notice);
  const ledger = writesToDeployment ? new Ledger(ledgerFile, redact) : undefined;
  ledger?.assertWrittenTo(target.url);
  const changeable = writesToDeployment ? new ChangeableRecords(target, cases) : undefined;
  const writeLog = ledger && changeable && new WriteLog({ target: unguarded, ledger, descriptions, runId, changeable });
  const guarded = permit(target, {
    ...permission,
    onNotice: undefined,
    ...(writeLog && { around: (operation, send) => writeLog.around(operation, send) }),
  });
  const startedAt = new Date();
  const waiversOfTarget = new Waivers(waivers, target, startedAt);
  const progress: Progress = { completed: 0, total: cases.length };
  let cleanedUp: CleanUpResult = { leftovers: [], failures: [] };
  let results: Result[];
  try {
    if (changeable) for (const notice of await runTrials(guarded, names, { runId, changeable })) onNotice(notice);
    results = await runCases(cases, {
      target: guarded,
      runId,
      mode,
      changeable,
      signal,
      onResult: (result) => {
        progress.completed += 1;
        onResult?.(waiversOfTarget.applyTo(result), { ...progress });
      },
    });
  } finally {
    // Also after a bug of this suite, which says what it could not undo before it is reported.
    if (ledger) {
      const count = ledger.openEntries.filter(({ undo }) => undo).length;
      if (count > 0) onNotice(`Undoing what the run wrote: ${count} ${count === 1 ? 'write' : 'writes'}.`);
      cleanedUp = await cleanUp(ledger, unguarded);
      if (cleanedUp.failures.length > 0)
        onNotice(`Not everything is undone: plenum conform cleanup --ledger ${ledger.file}`);
    }
  }
  const report = buildReport({
    target,
    runId,
    startedAt,
    mode,
    scope: {
      subject: 'case',
      ...(only !== '' && { only }),
      hasOwnCases: options.cases !== undefined,
      isInterrupted: signal?.aborted === true,
    },
    results,
    requirements,
    waivers,
    leftovers: cleanedUp.leftovers,
    cleanUpFailures: cleanedUp.failures,
    ledgerFile: ledger?.file,
  });
  return redactValue(report, redact);
}

/** Runs cases one after the other. A target that can be reset is reset before each of them. Default of the mode: `write`. */
export function runCases(
  cases: Case[],
  { signal, onResult, ...context }: Omit<CaseContext, 'mode'> & Partial<Pick<CaseContext, 'mode'>> & RunOptions,
): Promise<Result[]> {
  const scenarios = function* () {
    for (const each of cases) yield caseScenario(each, { mode: 'write', ...context });
  };
  return runScenarios(scenarios(), [context.target], { signal, onResult });
}

/**
 * The mode of a run that names none: `write` on a target that can be reset, and on a server of this machine that says at `GET /`
 * that it is a stand-in; otherwise `validate`, because a deployment has records that people need.
 */
export async function chooseMode(target: Target, onNotice: (text: string) => void): Promise<Mode> {
  if (target.reset) return 'write';
  if (isLoopbackUrl(target.url) && standInIdentity(await target.readRoot())) return 'write';
  onNotice('Mode validate: this server is not a stand-in, so nothing is written to it. --mode write writes.');
  return 'validate';
}

/** The fields that cases write, with repetitions. */
const plannedWrites = (cases: Case[], { dialect }: Target): string[] =>
  cases.flatMap(({ steps }) => steps.flatMap((step) => writesOf(step, dialect).writes.map(coordinateOf)));

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
    return await withCommandErrors(target, async () => {
      const ledger = new Ledger(ledgerFile, redact);
      ledger.assertWrittenTo(target.url);
      const permitted = permit(target, { mode: 'write', confirmedHost: new URL(target.url).host });
      return redactValue(await cleanUp(ledger, permitted), redact);
    });
  } finally {
    await target.close();
  }
}
