import { join } from 'node:path';
import { demoWorldFolder } from '../../src/cases/demo-world.ts';
import { schemaOf } from '../../src/cases/dialect-schema.ts';
import type { LoadedContract } from '../../src/cases/interactions/contract-file.ts';
import { sampleValues } from '../../src/cases/interactions/values.ts';
import { placeholdersIn } from '../../src/cases/placeholders.ts';
import { standInIdentity } from '../../src/client/identify.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import { type TargetOptions, openDeployment, openTarget } from '../../src/targets/open-target.ts';
import { recognizeDialect } from '../discover/dialect.ts';
import { discover } from '../discover/discover.ts';
import { type ConformanceOptions, runConformance } from '../index.ts';
import { exitCodeOf } from '../judge/exit-code.ts';
import type { Report } from '../model/report.ts';
import { casesOfContract } from './cases-of-contract.ts';

export interface VerifyOptions
  extends
    Omit<TargetOptions, 'dialect'>,
    Pick<ConformanceOptions, 'mode' | 'confirmedHost' | 'ledgerFile' | 'signal' | 'onNotice' | 'onResult'> {
  contracts: LoadedContract[];
  /** The dialects of stand-ins in this process; used without `url` and `targetFile`. */
  dialects: string[];
  /** The folder of the world of these stand-ins; by default the one that the contract names. */
  worldFolder?: string;
}

/** What one target answered to one contract. */
export interface Verification {
  contract: LoadedContract;
  /** The dialect of a stand-in, or the URL of a deployment. */
  target: string;
  report: Report;
}

/**
 * Sends the interactions of contracts to targets, and compares outcome and shape of the answers.
 *
 * @throws CommandError if a target is invalid or unreachable, or if the world of a contract is not known.
 */
export async function verifyContracts({
  contracts,
  dialects,
  worldFolder,
  ...options
}: VerifyOptions): Promise<Verification[]> {
  const { url, targetFile, environment, timeoutMs, requestIntervalMs } = options;
  const target = { url, targetFile, environment, timeoutMs, requestIntervalMs };
  const names = dialects.map((name) => suiteDialectByName(name).name);
  const verifications: Verification[] = [];
  for (const contract of contracts) {
    const open =
      url === undefined && targetFile === undefined
        ? names.map((name) => () => openStandIn(contract, name, worldFolder))
        : [() => openDeploymentOf(contract, target)];
    for (const openNext of open) {
      const opened = await openNext();
      try {
        verifications.push(await verifyContract(contract, opened, options));
      } finally {
        await opened.close();
      }
    }
  }
  return verifications;
}

async function verifyContract(
  contract: LoadedContract,
  opened: Target,
  options: Omit<VerifyOptions, 'contracts' | 'dialects'>,
): Promise<Verification> {
  const { mode, confirmedHost, ledgerFile, signal, onNotice, onResult } = options;
  const { cases, notSent } = casesOfContract(contract, schemaOf(suiteDialectByName(contract.contract.dialect)));
  const target = withNamesOf(cases, opened);
  const report = await runConformance({
    target,
    cases,
    notSent,
    mode,
    confirmedHost,
    ledgerFile,
    signal,
    onNotice,
    onResult,
  });
  const isStandIn = opened.reset !== undefined;
  return { contract, target: isStandIn ? opened.dialect.name : opened.url, report };
}

/** The target with what the cases send. One that does not name a record, such as `proposal7`, has another one of its kind, its `proposal`. */
function withNamesOf(cases: unknown, target: Target): Target {
  const { mayChange } = target;
  const placeholders = { ...sampleValues(cases, Date.now()), ...target.placeholders };
  const missing = placeholdersIn(cases).filter((name) => !Object.hasOwn(placeholders, name));
  const found = missing
    .map((name) => [name, name.replace(/\d+$/, '')] as const)
    .filter(([, base]) => Object.hasOwn(placeholders, base));
  return {
    ...target,
    placeholders: { ...placeholders, ...Object.fromEntries(found.map(([name, base]) => [name, placeholders[base]])) },
    mayChange: new Set([...mayChange, ...found.flatMap(([name, base]) => (mayChange.has(base) ? [name] : []))]),
  };
}

function openStandIn(
  { file, contract, lineOf }: LoadedContract,
  dialect: string,
  worldFolder?: string,
): Promise<Target> {
  const { world, fill, placeholders } = contract;
  if (worldFolder === undefined && world !== 'demo' && world !== 'town')
    throw new CommandError(
      `${file}:${lineOf(['world'])}: world: expected demo or town, and it is ${world}: name its folder with --world`,
      exitCodes.usage,
    );
  const folder = worldFolder ?? join(demoWorldFolder, '..', world);
  return startInProcessTarget({ dialect, worldFolder: folder, placeholders, mockMode: fill });
}

/** Opens a deployment. A URL is asked for its dialect, and for records that it shows; a stand-in with the same world has the ids of the contract. */
async function openDeploymentOf(
  { contract: { dialect, world, placeholders } }: LoadedContract,
  options: Omit<TargetOptions, 'dialect'>,
): Promise<Target> {
  const target = await openTarget({ ...options, dialect, mayBeAnonymous: true });
  const isSameWorld = standInIdentity(await target.readRoot())?.world === world;
  const withIds = (opened: Target): Target => ({
    ...opened,
    placeholders: { ...(isSameWorld ? placeholders : {}), ...opened.placeholders },
  });
  if (options.url === undefined) return withIds(target);
  const { url, environment = {}, timeoutMs = 10_000, requestIntervalMs = 0 } = options;
  const common = { environment, timeoutMs, requestIntervalMs };
  try {
    const { name } = await recognizeDialect(target, undefined, suiteDialectByName(dialect));
    if (isSameWorld) return withIds(await openTarget({ ...options, dialect: name, mayBeAnonymous: true }));
    const { file } = await discover({ url, dialect: name, ...common });
    return await openDeployment(file, { ...common, mayBeAnonymous: true });
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    throw new CommandError(`${url} is unreachable: ${error.message}`, exitCodes.unreachable);
  } finally {
    await target.close();
  }
}

/** Whether a target answered at least one interaction as the contract says. */
export const isAnythingVerified = ({ report }: Verification): boolean =>
  report.results.some(({ outcome }) => outcome === 'passed');

// The worst first: what differs says more than what could not be asked.
const worstFirst: number[] = [
  exitCodes.differences,
  exitCodes.unreachable,
  exitCodes.cleanupIncomplete,
  exitCodes.partial,
];

/** The exit code of a verification: that of the worst one, in the words of `plenum conform`. */
export function verificationExitCode(verifications: Verification[], acceptPartial: boolean): number {
  const codes = new Set(
    verifications.map((each) => {
      const code = exitCodeOf(each.report, { acceptPartial });
      return code === 0 && !isAnythingVerified(each) ? exitCodes.partial : code;
    }),
  );
  return worstFirst.find((each) => codes.has(each)) ?? 0;
}
