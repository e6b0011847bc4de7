import { CommandError, exitCodes } from '../../errors.ts';
import { type OptionTable, boolean, httpUrl, list, positiveNumber, text } from '../../option.ts';
import { assertWritableWorld, importReportFile, writeWorld } from '../../records/write-world.ts';
import { defineCommand } from '../command.ts';
import { progressBar } from '../progress-bar.ts';
import { rateOption, timeoutOption } from '../request-options.ts';

const options = {
  from: { value: 'URL', help: 'GraphQL endpoint to read; required', parse: httpUrl, default: undefined },
  out: {
    value: 'FOLDER',
    help: 'folder for the world, which must be new or empty',
    parse: text,
    default: 'imported-world',
  },
  space: { value: 'SLUG,SLUG', help: 'read only these spaces', parse: list, default: undefined },
  tokenEnv: {
    value: 'NAME',
    help: 'variable with the token of the user who reads',
    parse: text,
    default: undefined,
  },
  rate: { ...rateOption, default: 2 },
  keepNames: { help: 'keep the names and profiles of people', parse: boolean, default: false },
  overwrite: { help: 'replace the world in the folder', parse: boolean, default: false },
  timeout: timeoutOption(60),
  'max-minutes': {
    value: 'MINUTES',
    help: 'stop reading after this time, and write what was read',
    parse: positiveNumber('a number of minutes'),
    default: 720,
  },
} satisfies OptionTable;

export const importCommand = defineCommand({
  name: 'import',
  group: 'data',
  summary: 'read what a live deployment shows, and write a world folder',
  options,
  notes: `It sends queries only. After Ctrl-C, or if the deployment stops answering, it writes what it has read. FOLDER/import-report.txt
lists what could not be read.

Exit codes: 0 done, 2 invalid flags, an unknown space or a folder that is not empty, 4 unreachable,
or stopped answering, or no GraphQL API, 69 the folder
cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options: flags }, { environment, print, printError, progress, columns = 80, signal }) {
    const { from, out, space, rate, timeout, overwrite } = flags;
    if (from === undefined)
      throw new CommandError('import needs --from URL. See plenum import --help.', exitCodes.usage);
    assertWritableWorld(out, overwrite);
    const { escapeLine } = await import('../../client/format-text.ts');
    const { importWorld } = await import('../../worlds/import/import-world.ts');
    const startedAt = Date.now();
    const result = await importWorld({
      url: from,
      tokenVariable: flags.tokenEnv,
      environment,
      requestIntervalMs: 1000 / rate,
      timeoutMs: 1000 * timeout,
      maxMinutes: flags['max-minutes'],
      spaces: space ?? [],
      keepNames: flags.keepNames,
      signal,
      onWait: (reason, waitMs) => progress(escapeLine(`${reason}: waiting ${Math.ceil(waitMs / 1000)} s`), true),
      onProgress: (completed, total) =>
        progress(
          progressBar({ unit: 'steps', completed, total, failed: 0, elapsedMs: Date.now() - startedAt }, columns),
          completed % 50 === 0,
        ),
    });
    progress('');
    const { world, sent } = result;
    writeWorld(out, { ...world.files, [importReportFile]: result.report }, overwrite);
    const count = Object.values(world.files).reduce((sum, records) => sum + records.length, 0);
    print(
      `${out} has ${count} records of ${from}, from ${sent} requests in ${Math.round((Date.now() - startedAt) / 1000)} s.`,
    );
    for (const { role, id, token } of world.signInUsers) print(`  ${role}: user ${id}, token ${token}`);
    const { problems, stop } = world;
    if (problems.length > 0) print(`Could not be read, by kind; ${out}/${importReportFile} has the whole list:`);
    for (const problem of problems.slice(0, 10)) print(`  ${escapeLine(problem)}`);
    print(`Next: plenum serve --world ${out} --data NEW_FOLDER --dialect ${world.dialect}`);
    if (!(stop instanceof CommandError)) return 0;
    printError(`${escapeLine(stop.message)}; ${out} has what was read until then\n`);
    return stop.exitCode;
  },
});
