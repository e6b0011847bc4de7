import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../../errors.ts';
import { parseFlags } from '../../parse-flags.ts';
import type { Terminal } from '../terminal.ts';
import { startInProcessTarget } from '../../../conformance/targets/in-process.ts';
import { type RecordedExchange, groupOf } from '../../../tools/fidelity/recorded-exchange.ts';
import { readRecordings } from '../../../tools/fidelity/recordings.ts';
import { replay } from '../../../tools/fidelity/replay.ts';
import { formatFidelityReport } from '../../../tools/fidelity/report.ts';
import { readKnownDifferences, readMinimumCounts, evaluateFidelity } from '../../../tools/fidelity/verdict.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const ownRecordings = here('../../../fixtures/recorded/decidim-0.32.2');

const help = `plenum fidelity [FLAGS]: send recorded requests again, and compare the answers with the recorded ones

  --recordings FOLDER  other recordings than those of the project
  --url URL            a server that speaks decidim-0.32 and was just loaded with the demo world; the stand-in in this
                       process when left out
  --group PREFIX       show the groups only that begin so; all requests are sent, as later answers show earlier writes
  --verbose            show requests too, and every difference whole
  --help               print this

The outcome of an exchange is its status, the codes and paths of its errors, and what is null. The whole answer is status,
headers and body, but for what no two runs have in common, such as times (tools/fidelity/volatile-parts.ts lists it).
Exit codes: 0 every group reaches its recorded numbers, 1 one does not, or a known difference is gone, 2 wrong flags or
recordings, 4 unreachable or refused at sign-in, 70 a bug.`;

const usage = (message: string) =>
  new CommandError(`${message} (plenum fidelity --help lists what there is)`, exitCodes.usage);

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const toggle = { type: 'boolean' } as const;
  const options = { recordings: text, url: text, group: text, verbose: toggle, help: toggle } as const;
  return parseFlags({ args, options }, usage).values;
}

/** `plenum fidelity`: replays recordings and gives the exit code. CommandErrors carry theirs. */
export async function runFidelity(args: string[], terminal: Terminal): Promise<number> {
  const { print, colours, columns, signal } = terminal;
  const { recordings: folder = ownRecordings, url, group = '', verbose = false, help: helped } = readFlags(args);
  if (helped) {
    print(help);
    return 0;
  }
  if (url !== undefined && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw usage(`--url must be an http or https URL, not ${url}`);
  const recordings = readRecordings(folder);
  const isShown = (each: Pick<RecordedExchange, 'name'>) => groupOf(each).startsWith(group);
  if (!recordings.some(isShown)) throw usage(`no group of ${folder} begins with ${group}`);
  const numbers = Object.entries(readMinimumCounts(here('../../../tools/fidelity/minimum-counts.json')));
  const knownDifferences = readKnownDifferences(here('../../../tools/fidelity/known-differences.json')).filter(isShown);
  const expectations = {
    minimumCounts: Object.fromEntries(numbers.filter(([name]) => name.startsWith(group))),
    knownDifferences,
    isProjectRecordings: resolve(folder) === resolve(ownRecordings),
    isOwnServer: url === undefined,
  };
  const all = await (url === undefined ? replayHere(recordings, terminal) : replay(url, recordings, terminal));
  const results = all.filter(({ recorded }) => isShown(recorded));
  const verdict = signal.aborted
    ? { failures: [stoppedAfter(all.length)], notes: [] }
    : evaluateFidelity(results, expectations);
  print(formatFidelityReport(results, verdict, { colours, columns, verbose, knownDifferences }));
  return verdict.failures.length > 0 ? 1 : 0;
}

const stoppedAfter = (count: number): string => `stopped after ${count} exchanges: nothing was judged`;

async function replayHere(recordings: RecordedExchange[], terminal: Terminal) {
  const target = await startInProcessTarget({ dialect: 'decidim-0.32' });
  try {
    await target.reset!();
    return await replay(target.url, recordings, terminal);
  } finally {
    await target.close();
  }
}
