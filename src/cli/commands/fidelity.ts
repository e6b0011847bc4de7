import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultDecidimDialect, dialectOfRecordings } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { parseFlags } from '../../parse-flags.ts';
import type { Terminal } from '../../../conformance/index.ts';
import { startInProcessTarget } from '../../../conformance/targets/in-process.ts';
import { type RecordedExchange, groupOf } from '../../../tools/fidelity/recorded-exchange.ts';
import { readRecordings } from '../../../tools/fidelity/recordings.ts';
import { replay } from '../../../tools/fidelity/replay.ts';
import { formatFidelityReport } from '../../../tools/fidelity/report.ts';
import { evaluateFidelity, readKnownDifferences, readMinimumCounts } from '../../../tools/fidelity/verdict.ts';

const pathOf = (relativePath: string): string => fileURLToPath(new URL(relativePath, import.meta.url));
/** The recordings of the project; each folder has a folder of the same name in `expectationsFolder`. */
const recordingsFolder = pathOf('../../../fixtures/recorded');
const expectationsFolder = pathOf('../../../tools/fidelity/expectations');
const defaultRecordings = join(recordingsFolder, 'decidim-0.32.2');

const help = `plenum fidelity [FLAGS]: replay recorded requests and compare the responses with the recorded ones

  --recordings FOLDER  the recordings to replay (those of the project: ${basename(defaultRecordings)})
  --url URL            replay against a server with an unchanged demo world; without it, against a stand-in in this process
  --dialect NAME       the dialect of the stand-in in this process (the dialect that the name of the folder starts with,
                       such as decidim-0.32 for decidim-0.32.2; else ${defaultDecidimDialect})
  --group PREFIX       report only the groups whose names start with PREFIX; all requests are sent, because later
                       responses depend on earlier writes
  --verbose            print requests, all differences and long values in full
  --help               print this help

The outcome of an exchange is the status, the codes and paths of the errors, and which values are null. A response is
equal if status, headers and body are equal, except for parts that differ between runs, such as times
(tools/fidelity/volatile-parts.ts lists them).
Exit codes: 0 every group reaches its minimum counts, 1 a group does not, or a known difference no longer exists,
2 invalid flags or recordings, 4 the server is unreachable or refuses a sign-in, 70 a bug.`;

const usage = (message: string) => new CommandError(`${message} (see plenum fidelity --help)`, exitCodes.usage);

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const toggle = { type: 'boolean' } as const;
  const options = { recordings: text, url: text, dialect: text, group: text, verbose: toggle, help: toggle } as const;
  return parseFlags({ args, options }, usage).values;
}

/** Runs `plenum fidelity` and returns the exit code; a CommandError has its own. */
export async function runFidelity(args: string[], terminal: Terminal): Promise<number> {
  const { print, colours, columns, signal } = terminal;
  const {
    recordings: folder = defaultRecordings,
    dialect = dialectOfRecordings(folder),
    url,
    group = '',
    verbose = false,
    help: isHelp,
  } = readFlags(args);
  if (isHelp) {
    print(help);
    return 0;
  }
  if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw usage(`--url must be an http or https URL, not ${url}`);
  if (folder === defaultRecordings && !existsSync(folder))
    throw usage('the installed package has no recordings; name a folder with --recordings FOLDER');
  const recordings = readRecordings(folder);
  const isReported = (exchange: Pick<RecordedExchange, 'name'>) => groupOf(exchange).startsWith(group);
  if (!recordings.some(isReported)) throw usage(`no group of ${folder} starts with ${group}`);
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
    ? replayInProcess(dialect, recordings, terminal)
    : replayWithProgress(url, recordings, terminal));
  const results = compared.filter(({ recorded }) => isReported(recorded));
  const verdict = signal.aborted
    ? { failures: [`stopped after ${compared.length} exchanges, without a verdict`], notes: [] }
    : evaluateFidelity(results, expectations);
  print(formatFidelityReport(results, verdict, { colours, columns, verbose, knownDifferences }));
  return verdict.failures.length > 0 ? 1 : 0;
}

async function replayInProcess(dialect: string, recordings: RecordedExchange[], terminal: Terminal) {
  const target = await startInProcessTarget({ dialect });
  try {
    await target.reset!();
    return await replayWithProgress(target.url, recordings, terminal);
  } finally {
    await target.close();
  }
}

async function replayWithProgress(apiUrl: string, recordings: RecordedExchange[], { progress, signal }: Terminal) {
  const results = await replay(apiUrl, recordings, {
    signal,
    onCompared: ({ recorded }, count) =>
      progress(`${count} of ${recordings.length}: ${recorded.name}`, count % 200 === 0),
  });
  progress('');
  return results;
}
