import { rmSync, writeFileSync } from 'node:fs';
import { createRedactor, redactValue } from '../../client/redactor.ts';
import { escapeLine, formatJson } from '../../client/format-text.ts';
import { CommandError, exitCodes, writing } from '../../errors.ts';
import { type OptionTable, httpUrl, text } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { assertNewFile } from '../new-file.ts';
import { rateOption, timeoutOption } from '../request-options.ts';

const options = {
  url: { value: 'URL', help: 'GraphQL endpoint to read', parse: httpUrl, default: undefined },
  dialect: {
    value: 'NAME',
    help: 'dialect of the server; if omitted, what its responses show',
    parse: text,
    default: undefined,
  },
  out: {
    value: 'FILE',
    help: 'write the target file here; it must be new. If omitted, it goes to the standard output',
    parse: text,
    default: undefined,
  },
  rate: rateOption,
  timeout: timeoutOption(30),
} satisfies OptionTable;

export const discoverCommand = defineCommand({
  name: 'discover',
  group: 'server',
  summary: 'read what a deployment shows, and write a target file for conform',
  options,
  notes: `It sends no mutation. Credentials come from PLENUM_ADMIN_TOKEN, or from PLENUM_ADMIN_KEY and PLENUM_ADMIN_SECRET; the same for
MEMBER and OTHER. Without credentials, the file has no actors. What was found, and what could not be found, goes to the standard
error output.

Exit codes: 0 done, 2 invalid flags, or a server between two releases, which needs --dialect, 4 unreachable, no known dialect,
or a user who is not who it should be, 69 a file that cannot be written, 70 internal error.`,
  async run({ options: { url, dialect, out, rate, timeout } }, { environment, print, printError }) {
    if (url === undefined)
      throw new CommandError('discover needs --url URL. See plenum discover --help.', exitCodes.usage);
    if (out !== undefined) assertNewFile(out);
    const { discover } = await import('../../../conformance/discover/discover.ts');
    const { file, found, missing, target } = await discover({
      url,
      dialect,
      environment,
      timeoutMs: 1000 * timeout,
      requestIntervalMs: rate === undefined ? 0 : 1000 / rate,
    });
    // What the server sent may contain a secret.
    const redact = createRedactor(() => target.secrets());
    const report = (title: string, lines: string[]) =>
      printError([title, ...lines.map((line) => `  ${escapeLine(redact(line))}`), ''].join('\n'));
    report('Found:', found);
    report('Not found:', missing);
    const json = formatJson(redactValue(file, redact), 2);
    if (out === undefined) print(json);
    else {
      try {
        writing(out, () => writeFileSync(out, `${json}\n`, { flag: 'wx' }));
      } catch (error) {
        // What was found is not lost, and half of it is no target file.
        rmSync(out, { force: true });
        print(json);
        throw error;
      }
      print(`${out} is written. Next: plenum conform --target ${out} --mode observe`);
    }
    return 0;
  },
});
