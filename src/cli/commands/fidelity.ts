import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { defaultDecidimDialect, dialectOfRecordings } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { flag, text } from '../../option.ts';
import { dialectOption, urlOption } from '../deployment-options.ts';
import type { Terminal } from '../terminal.ts';
import {
  defaultRecordings,
  expectationsFolder,
  projectFolders,
  readReplaySettings,
  recordingsFolder,
} from '../../../tools/fidelity/project-recordings.ts';
import type { RecordedExchange } from '../../../tools/fidelity/recorded-exchange.ts';

const usage = (message: string) => new CommandError(`${message}. See plenum fidelity --help.`, exitCodes.usage);

export const fidelityCommand = defineCommand({
  name: 'fidelity',
  summary: 'replay recorded requests and compare the responses with the recorded ones',
  options: {
    recordings: {
      value: 'FOLDER',
      help: 'recordings to replay, of the demo world and the records in its subfolder world; by default every folder of the project, with --url the one of Decidim 0.32',
      parse: text,
    },
    url: {
      ...urlOption,
      help: 'replay against a server with the dialect of the recordings and an unchanged demo world; without it, against a stand-in in this process',
    },
    dialect: {
      ...dialectOption,
      help: `dialect of the stand-in in this process; by default the one that the name of the folder starts with, else ${defaultDecidimDialect}`,
    },
    group: {
      value: 'PREFIX',
      help: 'report only the groups whose names start so; all requests are sent, because later responses depend on earlier writes',
      parse: text,
    },
    verbose: flag('print requests, all differences and long values in full'),
  },
  notes: `The outcome of an exchange is the status, the codes and paths of the errors, and which values are null. A response is
equal if status, headers and body are equal, except for parts that differ between runs, such as times
(tools/fidelity/volatile-parts.ts lists them).

Exit codes: 0 every group reaches its minimum counts, 1 a group does not, or a known difference no longer exists,
2 invalid flags or recordings, 4 the server is unreachable or refuses a sign-in, 70 a bug.`,
  async run({ options }, terminal) {
    const { recordings, url, group = '' } = options;
    if (recordings === undefined && !existsSync(recordingsFolder))
      throw usage('the installed package has no recordings; name a folder with --recordings FOLDER');
    // A server has the dialect of one folder.
    const folders =
      recordings !== undefined ? [recordings] : url === undefined ? projectFolders() : [defaultRecordings];
    const { readRecordings } = await import('../../../tools/fidelity/recordings.ts');
    const { groupOf } = await import('../../../tools/fidelity/recorded-exchange.ts');
    const recorded = folders.map((folder) => ({
      folder,
      exchanges: readRecordings(folder, readReplaySettings(folder)),
    }));
    const reported = recorded.filter(({ exchanges }) => exchanges.some((each) => groupOf(each).startsWith(group)));
    if (reported.length === 0) throw usage(`no group of ${folders.join(', ')} starts with ${group}`);
    let exitCode = 0;
    for (const { folder, exchanges } of reported) {
      if (folders.length > 1)
        terminal.print(`${exitCode === 0 && folder === folders[0] ? '' : '\n'}${basename(folder)}`);
      exitCode = Math.max(exitCode, await replayFolder(folder, exchanges, { ...options, group }, terminal));
    }
    return exitCode;
  },
});

interface ReplayFolderOptions {
  url?: string;
  dialect?: string;
  group: string;
  verbose?: boolean;
}

/** Replays the exchanges of one folder, prints the report and returns the exit code. */
async function replayFolder(
  folder: string,
  recordings: RecordedExchange[],
  { url, dialect = dialectOfRecordings(folder), group, verbose = false }: ReplayFolderOptions,
  terminal: Terminal,
): Promise<number> {
  const { groupOf } = await import('../../../tools/fidelity/recorded-exchange.ts');
  const { formatFidelityReport } = await import('../../../tools/fidelity/report.ts');
  const { evaluateFidelity, readKnownDifferences, readMinimumCounts } =
    await import('../../../tools/fidelity/verdict.ts');
  const { print, colors, columns, signal } = terminal;
  const isReported = (exchange: Pick<RecordedExchange, 'name'>) => groupOf(exchange).startsWith(group);
  const isProjectRecordings = dirname(resolve(folder)) === recordingsFolder;
  const expected = join(expectationsFolder, basename(isProjectRecordings ? folder : defaultRecordings));
  const minimumCounts = Object.entries(readMinimumCounts(join(expected, 'minimum-counts.json')));
  const knownDifferences = readKnownDifferences(join(expected, 'known-differences.json')).filter(isReported);
  const expectations = {
    minimumCounts: Object.fromEntries(minimumCounts.filter(([name]) => name.startsWith(group))),
    knownDifferences,
    isProjectRecordings,
    isOwnServer: url === undefined,
  };
  const compared = await (url === undefined
    ? replayInProcess(folder, dialect, recordings, terminal)
    : replayWithProgress(url, recordings, terminal));
  const results = compared.filter(({ recorded }) => isReported(recorded));
  const verdict = signal.aborted
    ? { failures: [`stopped after ${compared.length} exchanges, without a verdict`], notes: [] }
    : evaluateFidelity(results, expectations);
  print(formatFidelityReport(results, verdict, { colors, columns, verbose, knownDifferences }));
  return verdict.failures.length > 0 ? 1 : 0;
}

async function replayInProcess(folder: string, dialect: string, recordings: RecordedExchange[], terminal: Terminal) {
  const { startInProcessTarget } = await import('../../targets/in-process.ts');
  const { demoWorldFolder } = await import('../../cases/demo-world.ts');
  const { world, startTime } = readReplaySettings(folder);
  const target = await startInProcessTarget({
    dialect,
    worldFolder: world ?? demoWorldFolder,
    additionsFolder: join(folder, 'world'),
    startTime,
    listens: true,
  });
  try {
    await target.reset!();
    return await replayWithProgress(target.url, recordings, terminal);
  } finally {
    await target.close();
  }
}

async function replayWithProgress(apiUrl: string, recordings: RecordedExchange[], { progress, signal }: Terminal) {
  const { replay } = await import('../../../tools/fidelity/replay.ts');
  const results = await replay(apiUrl, recordings, {
    signal,
    onCompared: ({ recorded }, count) =>
      progress(`${count} of ${recordings.length}: ${recorded.name}`, count % 200 === 0),
  });
  progress('');
  return results;
}
