import type { KnownActors } from '../../../conformance/record/credentials.ts';
import { escapeLine } from '../../client/format-text.ts';
import { suiteDialectByName } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { httpUrl, list, text, wholeNumber } from '../../option.ts';

export const recordCommand = defineCommand({
  name: 'record',
  group: 'server',
  summary: 'forward requests to a server and turn them into draft cases',
  options: {
    upstream: {
      value: 'URL',
      help: 'endpoint that receives the requests, such as https://town.example/api; required',
      parse: httpUrl,
      default: undefined,
    },
    out: {
      value: 'FOLDER',
      help: 'folder for the drafts, written when you press Ctrl-C; required',
      parse: text,
      default: undefined,
    },
    port: { value: 'PORT', help: 'port to listen on; 0 for any free one', parse: wholeNumber(0, 65535), default: 0 },
    dialect: { value: 'NAME', help: 'dialect of the server', parse: text, default: 'specification' },
    'cors-origin': {
      value: 'ORIGIN,ORIGIN',
      help: 'origins whose web pages may send requests, besides those of this machine; * for all',
      parse: list,
      default: undefined,
    },
    'allowed-hosts': {
      value: 'NAME,NAME',
      help: 'names that the Host header may have, besides those of this machine; * for all',
      parse: list,
      default: undefined,
    },
  },
  notes: `A request with the token of PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN or PLENUM_OTHER_TOKEN belongs to that actor, and one with
another token to a stranger.

Exit codes: 0 done, 1 drafts were withheld because they would hold a secret, 2 a wrong flag, 69 the port
cannot be used, or a file cannot be written: then its text is printed.`,
  async run({ options }, { environment, print, signal }) {
    const { upstream, out, port, dialect } = options;
    if (!upstream || !out)
      throw new CommandError('--upstream and --out are required. See plenum record --help.', exitCodes.usage);
    const { startRecorder } = await import('../../../conformance/record/recorder.ts');
    const { tokenVariable } = await import('../../client/actor.ts');
    const actors: KnownActors = Object.fromEntries(
      (['admin', 'member', 'other'] as const).map((actor) => [actor, { token: environment[tokenVariable(actor)] }]),
    );
    const recorder = await startRecorder({
      upstream,
      out,
      port,
      actors,
      dialect: suiteDialectByName(dialect),
      corsOrigins: options['cors-origin'],
      allowedHosts: options['allowed-hosts'],
      onExchange: ({ number, sentence, notRecordable }) =>
        print(escapeLine(`${number}. ${sentence}${notRecordable ? `: not recordable, ${notRecordable}` : ''}`)),
    });
    print(`Recording ${upstream}. Send requests to ${recorder.url}, and press Ctrl-C when you are done.`);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    const { written, unwritten, withheld, notRecordable } = await recorder.close();
    for (const file of written) print(file);
    for (const { exchange, reason } of [...withheld, ...notRecordable]) print(escapeLine(`${exchange}: ${reason}`));
    print(
      `${written.length} draft${written.length === 1 ? '' : 's'}: review each, add its level (MUST, SHOULD or OBSERVE), and remove its member "draft".`,
    );
    for (const { file, text: content } of unwritten) {
      print(`${file} is not written:`);
      for (const line of content.split('\n')) print(escapeLine(line));
    }
    if (unwritten.length > 0)
      throw new CommandError(
        unwritten.map(({ problem }) => problem),
        exitCodes.unavailable,
      );
    return withheld.length > 0 ? 1 : 0;
  },
});
