import { signedInActors } from '../../../conformance/model/case.ts';
import { tokenVariable } from '../../../conformance/model/target.ts';
import { startRecorder } from '../../../conformance/record/recorder.ts';
import type { ExchangeNotice } from '../../../conformance/record/recording.ts';
import { suiteDialectByName } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { parseFlags } from '../../parse-flags.ts';
import type { Terminal } from '../terminal.ts';

const help = `plenum record --upstream URL --out FOLDER [FLAGS]: record the requests of clients as draft cases

  --upstream URL      GraphQL endpoint that requests are forwarded to, such as https://town.example/api
  --out FOLDER        folder for the drafts, which are written at the end (Ctrl-C)
  --port PORT         port of the recorder (any free port)
  --dialect NAME      dialect of the upstream (specification)
  --help              print this help

Requests with the token of PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN or PLENUM_OTHER_TOKEN get that actor, requests with another
token the actor stranger.`;

const usage = (message: string) =>
  new CommandError(`${message} (plenum record --help lists the flags)`, exitCodes.usage);

function readFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const options = { upstream: text, out: text, port: text, dialect: text, help: { type: 'boolean' } } as const;
  return parseFlags({ args, options }, usage).values;
}

/** `plenum record`: records until it is stopped, writes the drafts, and returns the exit code. CommandErrors carry theirs. */
export async function runRecordCommand(args: string[], { environment, print, signal }: Terminal): Promise<number> {
  const flags = readFlags(args);
  if (flags.help) {
    print(help);
    return 0;
  }
  const { upstream, out, port = '0', dialect = 'specification' } = flags;
  if (!upstream || !out) throw usage('--upstream and --out are required');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw usage(`--port must be a whole number up to 65535, not ${port}`);
  const recorder = await startRecorder({
    upstream,
    out,
    port: Number(port),
    actors: Object.fromEntries(signedInActors.map((actor) => [actor, { token: environment[tokenVariable(actor)] }])),
    dialect: suiteDialectByName(dialect),
    onExchange: ({ number, sentence, notRecordable }: ExchangeNotice) =>
      print(`${number}. ${sentence}${notRecordable ? `: not recordable, ${notRecordable}` : ''}`),
  });
  print(`Recording ${upstream}. Send requests to ${recorder.url}, and stop with Ctrl-C.`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const { written, withheld, notRecordable } = await recorder.close();
  for (const file of written) print(file);
  for (const { exchange, reason } of [...withheld, ...notRecordable]) print(`${exchange}: ${reason}`);
  print(`${written.length} draft${written.length === 1 ? '' : 's'}. Review each one, and remove its member "draft".`);
  return withheld.length > 0 ? 1 : 0;
}
