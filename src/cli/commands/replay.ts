import { escapeLine } from '../../client/format-text.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { oneOf, text } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { printReport } from '../print-report.ts';
import { dialectOption, rateOption, reportsOption, urlOption, showWait } from '../deployment-options.ts';

const options = {
  url: {
    ...urlOption,
    help: 'GraphQL endpoint to send them to; with --target, in place of its URL; without both, a stand-in in this process',
  },
  target: {
    value: 'FILE',
    help: 'target file of a deployment, whose ids replace those of the demo world',
    parse: text,
  },
  dialect: {
    ...dialectOption,
    help: 'dialect of the server; by default that of the recording, or specification',
  },
  world: {
    value: 'NAME|FOLDER',
    help: 'world of the stand-in in this process; by default that of the recording, or demo',
    parse: text,
  },
  as: {
    value: 'ACTOR',
    help: 'who sends the requests of a HAR file: admin, member or other; by default nobody signs in',
    parse: oneOf('admin', 'member', 'other'),
  },
  mode: {
    value: 'MODE',
    help: 'observe, validate: only what reads; write: everything (default: write for a stand-in on this machine, or else validate)',
    parse: oneOf('observe', 'validate', 'write'),
  },
  confirm: {
    value: 'HOST',
    help: 'confirms writing to this host, if it is another machine',
    parse: text,
  },
  match: {
    value: 'whole|shape',
    help: 'compare whole responses but for volatile parts; or status, error codes, paths and types',
    parse: oneOf('whole', 'shape'),
    default: 'whole' as const,
  },
  against: {
    value: 'DIALECT|FILE|URL',
    help: 'compare with what this dialect, target or server responds, in place of the recorded responses',
    parse: text,
  },
  waivers: {
    value: 'FILE',
    help: 'known differences, in addition to those of replay.json',
    parse: text,
  },
  rate: rateOption,
  out: reportsOption,
};

export const replayCommand = defineCommand({
  name: 'replay',
  words: '[path...]',
  summary: 'send recorded requests to a server and compare the responses with the recorded ones',
  options,
  notes: `A PATH is a folder of recordings, a file that plenum record, or the option --record of serve and exec, wrote, or a HAR file of a
browser, of which POST requests to a path that ends in /api are read, without cookies and tokens. The exchanges of one PATH are a
sequence on one server.

Exit codes: 0 no difference; 1 a response differs and no waiver names it; 2 invalid flags or recordings; 3 no difference, but not
every request could run, or nothing was judged; 4 unreachable, stopped responding or sign-in refused; 7 a waiver has expired, passes
or names nothing; 69 a report cannot be written; 70 a bug.`,
  async run({ options: flags, words: paths }, terminal) {
    const { target, confirm, rate, waivers, out, ...shared } = flags;
    if (paths.length === 0)
      throw new CommandError('replay needs a folder or file of recordings. See plenum replay --help.', exitCodes.usage);
    const { replayRecordings } = await import('../../../conformance/replay/replay.ts');
    const { readWaivers } = await import('../../../conformance/verdict.ts');
    const { progress, print, environment, signal } = terminal;
    let completed = 0;
    const report = await replayRecordings(paths, {
      ...shared,
      targetFile: target,
      confirmedHost: confirm,
      requestIntervalMs: rate,
      onWait: showWait(terminal),
      waivers: waivers === undefined ? [] : readWaivers(waivers),
      environment,
      signal,
      onNotice: (line) => print(escapeLine(line)),
      onResult: ({ id }, total) => {
        completed += 1;
        progress(`${completed} of ${total}: ${id}`, completed % 500 === 0);
      },
    }).finally(() => progress(''));
    return printReport(report, { out }, terminal);
  },
});
