import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Command } from 'commander';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { captureCommand } from '../../test/support/process.ts';
import { defaultOptions, serverOptions } from '../stand-in/options.ts';
import { type Invocation, defineCommand } from './command.ts';
import { createProgram } from './program.ts';
import { openTerminal } from './terminal.ts';

type ServeInvocation = Invocation<typeof serverOptions>;

/** Calls a command with the options of `serve`, with variables of the environment; returns what it was called with. */
async function call(args: string[], variables: Record<string, string> = {}): Promise<ServeInvocation> {
  let called: ServeInvocation | undefined;
  const command = defineCommand({
    name: 'serve',
    summary: 'record the call',
    options: serverOptions,
    isConfigurable: true,
    notes: '',
    run: async (invocation) => {
      called = invocation;
      return 0;
    },
  });
  const { env } = process;
  process.env = { ...env, ...variables };
  await captureCommand(command, args).finally(() => (process.env = env));
  return called!;
}

/** A config file with this text, until the test is over. */
function configFile(t: TestContext, text: string): string {
  const file = join(createTemporaryFolder(t), 'plenum.json');
  writeFileSync(file, text);
  return file;
}

type Row = [name: keyof typeof serverOptions, file: unknown, variable: string, flag: string[], values: unknown[]];
const rows: Row[] = [
  ['port', 1, '2', ['--port', '0'], [1, 2, 0]],
  ['memory', true, 'false', ['--memory'], [true, false, true]],
  ['log', 'json', 'text', ['--log', 'none'], ['json', 'text', 'none']],
  ['corsOrigin', 'a', 'b', ['--cors-origin', 'c, d'], [['a'], ['b'], ['c', 'd']]],
  ['dialect', '0.30', '0.31', ['--dialect', '0.32'], ['decidim-0.30', 'decidim-0.31', 'decidim-0.32']],
];
for (const [name, inFile, text, flag, [fromFile, fromVariable, fromFlag]] of rows)
  test(`${name}: a flag wins over the environment, that over the file, and that over the default`, async (t) => {
    const [, kebab = ''] = /^--(\S+)/.exec(flag[0]!)!;
    const config = ['--config', configFile(t, JSON.stringify({ $schema: 'x', [kebab]: inFile }))];
    const variable = `PLENUM_${kebab.toUpperCase().replaceAll('-', '_')}`;
    const cases: [string[], Record<string, string>, unknown, boolean][] = [
      [[], {}, defaultOptions[name], false],
      [[], { [variable]: '' }, defaultOptions[name], false],
      [config, {}, fromFile, true],
      [config, { [variable]: '' }, fromFile, true],
      [config, { [variable]: text }, fromVariable, true],
      [[], { [variable]: text, PLENUM_CONFIG: config[1]! }, fromVariable, true],
      [[...config, ...flag], { [variable]: text }, fromFlag, true],
    ];
    for (const [args, variables, value, isSet] of cases) {
      const called = await call(args, variables);
      assert.deepEqual([called.options[name], called.isSet(name)], [value, isSet], JSON.stringify([args, variables]));
    }
  });

interface Wrong {
  args?: string[];
  environment?: Record<string, string>;
  /** The text of the config file. */
  file?: string;
}
const wrong: [string, Wrong, (string | RegExp)[]][] = [
  ['an unknown flag', { args: ['--prot', '1'] }, ["unknown option '--prot' (Did you mean --port?). See serve --help."]],
  ['a port', { args: ['--port=65536'] }, ["'65536' is invalid. must be a whole number from 0 to 65535"]],
  ['a variable', { environment: { PLENUM_PORT: 'x' } }, ["'x' from env 'PLENUM_PORT' is invalid. must be a whole"]],
  ['a switch in a variable', { environment: { PLENUM_MEMORY: 'yes' } }, ['PLENUM_MEMORY must be true or false']],
  ['a word of a list', { args: ['--log', 'xml'] }, ['Allowed choices are text, json, none']],
  ['a member', { file: '{"port": 70000}' }, ['plenum.json: "port" must be a whole number', 'not 70000']],
  ['a text of a member', { file: '{"world": {}}' }, ['plenum.json: "world" must not be empty']],
  ['an unknown member', { file: '{"toString": 1}' }, ['unknown member "toString".', 'The members are host, port']],
  ['a file that is not JSON', { file: '{\n  "port": 1,\n  port\n}' }, ['plenum.json, line 3: not JSON']],
  ['a list in the file', { file: '[]' }, ['plenum.json: must be a JSON object']],
  ['a missing file', { environment: { PLENUM_CONFIG: 'no.json' } }, ['no.json cannot be read']],
  ['a store', { args: ['--store', 'mysql://me:secret@host'] }, [/^--store must be a URL such as (?!.*secret)/]],
  ['a store in a variable', { environment: { PLENUM_STORE: 'me:secret@host' } }, [/^--store must be (?!.*secret)/]],
];
for (const [name, { args = [], environment = {}, file }, parts] of wrong)
  test(`what is wrong is named in one line, with exit code 2: ${name}`, async (t) => {
    const all = file === undefined ? args : [...args, '--config', configFile(t, file)];
    await assert.rejects(call(all, environment), isCommandError(2, ...parts, /^[^\n]*$/));
  });

const words: [args: string[], message: string | RegExp][] = [
  [['server'], "unknown command 'server'. Did you mean serve? The commands of plenum are serve, exec, "],
  [['start'], "unknown command 'start'. The commands of plenum are serve, exec, world, schema,"],
  [
    ['world', 'fields', 'proposal'],
    /^unknown kind 'proposal'\. Did you mean proposals\? The kinds are organization, .*, proposals, /,
  ],
  [['schema', 'pul'], "unknown command 'pul'. Did you mean pull? The commands of plenum schema are print, pull, diff."],
  [['world', 'chek'], "unknown command 'chek' (Did you mean check?). See plenum world --help."],
  [['world'], 'plenum world needs a command: fields, check, generate, import, export'],
  [
    ['world', 'check', 'my-town'],
    /^'my-town' belongs to no option: plenum world check takes --world <NAME\|FOLDER>, .* See plenum world check --help\.$/,
  ],
];
for (const [args, message] of words)
  test(`plenum ${args.join(' ')} is refused`, () =>
    assert.rejects(captureCommand(createProgram, args), isCommandError(2, message)));

/** Every command below one that has options. */
const commandsOf = (command: Command): Command[] =>
  command.commands.length > 0 ? command.commands.flatMap(commandsOf) : [command];

test('the help of each command has its exit codes, and options are few', async () => {
  const commands = commandsOf(createProgram(openTerminal()));
  for (const command of commands) {
    const path = [command.parent!.name(), command.name()].filter((name) => name !== 'plenum');
    const { code, output } = await captureCommand(createProgram, [...path, '--help']);
    assert.equal(code, 0);
    assert.match(output, new RegExp(`^Usage: plenum ${path.join(' ')} .*Exit codes:`, 's'));
    for (const { long } of command.options) assert.ok(output.includes(long!), `${path.join(' ')} ${long}`);
  }
  const counts = commands.map(({ options }) => options.length);
  assert.ok(Math.max(...counts) <= 24, `${Math.max(...counts)} options`);
  const sum = counts.reduce((total, count) => total + count, 0);
  assert.ok(sum <= 120, `${sum} options`);
});
