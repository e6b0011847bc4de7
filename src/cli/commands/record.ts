import type { KnownActors } from '../../client/recording.ts';
import { escapeLine } from '../../client/format-text.ts';
import { suiteDialectByName } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { flag, text } from '../../option.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { defineCommand } from '../command.ts';
import { dialectOption, urlOption } from '../deployment-options.ts';

export const recordCommand = defineCommand({
  name: 'record',
  summary: 'forward requests to a server, and record them for replay or as draft cases',
  options: {
    upstream: { ...urlOption, help: 'endpoint that receives the requests', isRequired: true },
    out: {
      value: 'PATH',
      help: 'new file for the recording, which replay reads; with --draft, a folder',
      parse: text,
      isRequired: true,
    },
    draft: flag('write draft cases of the GraphQL requests when you press Ctrl-C, in place of a recording'),
    target: {
      value: 'FILE',
      help: 'with --draft: target file of the upstream, whose placeholders replace ids in the drafts (default: those of the demo world if the upstream has it)',
      parse: text,
    },
    port: { ...serverOptions.port, default: 0 },
    dialect: { ...dialectOption, default: 'specification' },
    corsOrigin: {
      ...serverOptions.corsOrigin,
      help: 'origins whose web pages may send requests, besides those of this machine; * for all',
    },
    allowedHosts: serverOptions.allowedHosts,
  },
  notes: `A request with the token of PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN or PLENUM_OTHER_TOKEN belongs to that actor, and one with
another token to a stranger.

Exit codes: 0 done, 1 drafts were withheld because they would hold a secret, 2 a wrong flag, 69 the port
cannot be used, or a file cannot be written.`,
  async run({ options }, { environment, print, signal }) {
    const { dialect, target, ...rest } = options;
    if (target !== undefined && !options.draft)
      throw new CommandError('--target is for --draft. See plenum record --help.', exitCodes.usage);
    const { startRecorder } = await import('../../../conformance/record/recorder.ts');
    const { tokenVariable } = await import('../../client/actor.ts');
    const { placeholdersOf, readTargetFile } = await import('../../client/target-file.ts');
    const actors: KnownActors = Object.fromEntries(
      (['admin', 'member', 'other'] as const).map((actor) => [actor, { token: environment[tokenVariable(actor)] }]),
    );
    const recorder = await startRecorder({
      ...rest,
      corsOrigins: options.corsOrigin,
      actors,
      placeholders: target === undefined ? undefined : placeholdersOf(readTargetFile(target)),
      dialect: suiteDialectByName(dialect),
      onExchange: (sentence) => print(escapeLine(sentence)),
    });
    print(`Recording ${options.upstream}. Send requests to ${recorder.url}, and press Ctrl-C when you are done.`);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    const { written, withheld, notRecordable } = await recorder.close();
    for (const file of written) print(file);
    for (const { exchange, reason } of [...withheld, ...notRecordable]) print(escapeLine(`${exchange}: ${reason}`));
    if (!options.draft) return 0;
    print(
      `${written.length} draft${written.length === 1 ? '' : 's'}: review each, add its level (MUST, SHOULD or OBSERVE), and remove its member "draft".`,
    );
    return withheld.length > 0 ? 1 : 0;
  },
});
