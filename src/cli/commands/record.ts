import { suiteDialects } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { parseFlags } from '../../parse-flags.ts';
import type { Terminal } from '../terminal.ts';
import { tokenVariable } from '../../../conformance/model/target.ts';
import type { KnownActors } from '../../../conformance/record/credentials.ts';
import type { ExchangeNotice } from '../../../conformance/record/recording.ts';
import { startRecorder } from '../../../conformance/record/recorder.ts';

const help = `plenum record --upstream URL --out FOLDER [FLAGS]: turn the traffic that passes into draft cases

  --upstream URL      where requests are sent on to, such as https://town.example/api
  --out FOLDER        where the drafts are written, when the recording ends (Ctrl-C)
  --port PORT         the port to listen on; any free one when left out
  --dialect NAME      the dialect that the upstream speaks (specification)
  --help              print this

The tokens of PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN become those actors, another one a stranger.`;

const usage = (message: string) =>
  new CommandError(`${message} (plenum record --help lists what there is)`, exitCodes.usage);

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { upstream: text, out: text, port: text, dialect: text, help: { type: 'boolean' } } as const;
  return parseFlags({ args, options }, usage).values;
}

/** `plenum record`: records until it is stopped, writes the drafts, and gives the exit code. CommandErrors carry theirs. */
export async function runRecordCommand(args: string[], { environment, print, signal }: Terminal): Promise<number> {
  const { upstream, out, port = '0', dialect: name = 'specification', help: helped } = readFlags(args);
  if (helped) {
    print(help);
    return 0;
  }
  if (!upstream || !out) throw usage('--upstream and --out are needed');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535)
    throw usage(`--port must be a whole number up to 65535, not ${port}`);
  const dialect = Object.hasOwn(suiteDialects, name) ? suiteDialects[name] : undefined;
  if (!dialect) throw usage(`unknown dialect ${name}; there are ${Object.keys(suiteDialects).join(', ')}`);
  const actors: KnownActors = Object.fromEntries(
    (['admin', 'member', 'other'] as const).map((actor) => [actor, { token: environment[tokenVariable(actor)] }]),
  );
  const onExchange = ({ number, sentence, notRecordable }: ExchangeNotice) =>
    print(`${number}. ${sentence}${notRecordable ? `: not recordable, ${notRecordable}` : ''}`);
  const recorder = await startRecorder({ upstream, out, port: Number(port), actors, dialect, onExchange });
  print(`Recording ${upstream}; send requests to ${recorder.url}, and stop with Ctrl-C.`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const { written, withheld, notRecordable } = await recorder.close();
  for (const file of written) print(file);
  for (const { exchange, reason } of [...withheld, ...notRecordable]) print(`${exchange}: ${reason}`);
  print(`${written.length} draft${written.length === 1 ? '' : 's'}: review each, and remove its member "draft".`);
  return withheld.length > 0 ? 1 : 0;
}
