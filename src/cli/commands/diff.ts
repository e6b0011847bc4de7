import { writeFileSync } from 'node:fs';
import { defaultDecidimDialect, loadServerDialect } from '../../dialects/dialects.ts';
import { CommandError, exitCodes, writing } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { type OptionTable, list, oneOf, text, wholeNumber } from '../../option.ts';
import { timeoutOption } from '../request-options.ts';

const options = {
  a: {
    value: 'SERVER',
    help: 'a URL, a target file, a dialect for a stand-in in this process, or self for one of --dialect',
    parse: text,
    default: 'self',
  },
  b: { value: 'SERVER', help: 'the server to compare it with; required', parse: text, default: undefined },
  dialect: {
    value: 'NAME',
    help: 'dialect of a server that is given by its URL',
    parse: text,
    default: defaultDecidimDialect,
  },
  mode: {
    value: 'MODE',
    help: 'observe sends queries, validate also mutations that write nothing, write sends everything',
    parse: oneOf('observe', 'validate', 'write'),
    default: 'validate' as const,
  },
  requests: { value: 'N', help: 'number of generated requests', parse: wholeNumber(1, 999_999_999), default: 500 },
  only: {
    value: 'NAME',
    help: 'test only fields whose schema coordinate starts with this, such as Meeting or ResultMutation.update',
    parse: text,
    default: undefined,
  },
  seed: { value: 'N', help: 'seed of the generated requests', parse: wholeNumber(0, 999_999_999), default: 1 },
  path: {
    value: 'PATH',
    help: 'send only the request with this position, which the report of a disagreement shows',
    parse: position,
    default: undefined,
  },
  known: {
    value: 'FILE,FILE',
    help: 'causes of differences that are known, and why; by default those that the project documents',
    parse: list,
    default: undefined,
  },
  timeout: timeoutOption(30),
  out: { value: 'FILE', help: 'write the report to a file, as JSON', parse: text, default: undefined },
  saveCase: {
    value: 'FOLDER',
    help: 'write a draft case for each disagreement, which requires the response of a',
    parse: text,
    default: undefined,
  },
} satisfies OptionTable;

export const diffCommand = defineCommand({
  name: 'diff',
  group: 'server',
  summary: 'send the same generated requests to two servers and shrink those whose responses differ',
  options,
  notes: `For a server with a URL, tokens come from PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN.
Both servers must have the same records.

Exit codes: 0 no unknown differences, 1 unknown differences, 2 invalid flags, 4 a server is unreachable, 69 a file
that cannot be written, 70 a bug.`,
  async run({ options: flags }, { environment, print, progress, columns, signal }) {
    const { a, b, dialect, mode, only, requests, seed, path } = flags;
    if (b === undefined) throw new CommandError('--b is required: the server to compare with', exitCodes.usage);
    const { createRedactor, redactValue } = await import('../../client/redactor.ts');
    const { escapeLine, formatJson } = await import('../../client/format-text.ts');
    const { knownCausesFile, readKnownCauses } = await import('../../../tools/diff/known-causes.ts');
    const { createDiffReport } = await import('../../../tools/diff/report.ts');
    const { formatDiffReport } = await import('../../../tools/diff/format-report.ts');
    const { runPlan } = await import('../../../tools/diff/run.ts');
    const { saveCase } = await import('../../../tools/diff/save-case.ts');
    const { createRequestSchema } = await import('../../../tools/diff/request-schema.ts');
    const { assertWritable, checkTargets, openTargets } = await import('../../../tools/diff/targets.ts');
    await loadServerDialect(dialect);
    const [nameOfA, nameOfB] = [a, b].map((location) => (location === 'self' ? dialect : location));
    const known = (flags.known ?? [knownCausesFile(nameOfA!, nameOfB!)]).flatMap(readKnownCauses);
    const targets = await openTargets({ a, b, dialect, timeoutMs: 1000 * flags.timeout }, environment);
    try {
      await checkTargets(targets);
      if (mode === 'write') assertWritable(targets);
      const requestSchema = await createRequestSchema(targets);
      const secrets = () => [...targets.a.secrets(), ...targets.b.secrets()];
      const redact = createRedactor(secrets);
      let sent = 0;
      const plan = { ...requestSchema, mode: mode, only, count: requests, seed: seed, path, known };
      const { checked, disagreements } = await runPlan(targets, plan, signal, {
        onChecked() {
          sent += 1;
          progress(`${sent} sent`, sent % 100 === 0);
        },
        onDisagreement: ({ cause }) => progress(escapeLine(redact(`found ${cause.names[0]}`)), true),
      });
      progress('');
      const report = redactValue(createDiffReport(checked, disagreements, { targets, known, seed: seed }), redact);
      print(formatDiffReport(report, columns));
      const { out } = flags;
      if (out) writing(out, () => writeFileSync(out, `${formatJson({ a, b, seed, mode, ...report }, 2)}\n`));
      for (const each of flags.saveCase ? disagreements : []) {
        const saved = saveCase(each, flags.saveCase!, { target: targets.a, schema: requestSchema.schema, redact });
        print('file' in saved ? saved.file : escapeLine(redact(`no case of ${each.cause.names[0]}: ${saved.reason}`)));
      }
      return disagreements.length > 0 ? 1 : 0;
    } finally {
      await Promise.all([targets.a.close(), targets.b.close()]);
    }
  },
});

/** A position in the sequence of a seed, such as `17:0:3`. */
function position(value: string): string {
  if (!/^\d{1,9}(:\d{1,9})*$/.test(value)) throw new Error('must be numbers with colons between them, such as 17:0:3');
  return value;
}
