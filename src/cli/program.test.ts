import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { type Command, commandGroups } from './command.ts';
import { checkCommand } from './commands/check.ts';
import { serveCommand } from './commands/serve.ts';
import { type ServerOptions, serverOptions } from '../stand-in/options.ts';
import { flagName } from '../option.ts';
import { readCommandLine } from './program.ts';

const commands = [serveCommand, checkCommand];
const read = (args: string[], environment: Record<string, string> = {}) =>
  readCommandLine(commands, '1.2.3', args, environment);

function invocationOf(args: string[], environment: Record<string, string> = {}) {
  const commandLine = read(args, environment);
  assert.ok('command' in commandLine);
  return { name: commandLine.command.name, ...commandLine.invocation };
}

function printedBy(...args: string[]): string {
  const commandLine = read(args);
  assert.ok('print' in commandLine);
  return commandLine.print;
}

/** A config file with this text, until the test is over. */
function configFile(t: TestContext, text: string): string {
  const file = join(createTemporaryFolder(t), 'plenum.json');
  writeFileSync(file, text);
  return file;
}

const defaults: ServerOptions = {
  host: '127.0.0.1',
  port: 4000,
  data: 'data',
  store: undefined,
  world: demoWorld,
  reset: false,
  memory: false,
  watch: false,
  dialect: 'specification',
  schema: undefined,
  fill: 'mock',
  limits: 'off',
  corsOrigin: undefined,
  allowedHosts: undefined,
  oauthAuto: undefined,
  controlToken: undefined,
  faults: undefined,
  requireSession: false,
  site: undefined,
  sessionPerVisitor: false,
  record: undefined,
  use: undefined,
  log: 'text',
};

// For each option: its value in a file, its variable and its flag, and what each of them becomes.
type Row = [
  file: unknown,
  variable: string,
  flag: string[],
  fromFile: unknown,
  fromVariable: unknown,
  fromFlag: unknown,
];
const rows: Record<keyof ServerOptions, Row> = {
  host: ['10.0.0.1', '10.0.0.2', ['--host', '10.0.0.3'], '10.0.0.1', '10.0.0.2', '10.0.0.3'],
  port: [1, '2', ['--port', '0'], 1, 2, 0],
  data: ['a', 'b', ['--data', 'c'], 'a', 'b', 'c'],
  store: [
    'postgres://a/b',
    'postgresql://u:p@b/c',
    ['--store', 'postgres:///c?schema=town'],
    'postgres://a/b',
    'postgresql://u:p@b/c',
    'postgres:///c?schema=town',
  ],
  world: ['a', 'b', ['--world=c'], 'a', 'b', 'c'],
  reset: [true, 'false', ['--reset'], true, false, true],
  memory: [true, 'false', ['--memory'], true, false, true],
  watch: [true, 'false', ['--watch'], true, false, true],
  dialect: ['a', 'b', ['--dialect', 'c'], 'a', 'b', 'c'],
  schema: ['a', 'b', ['--schema', 'c'], 'a', 'b', 'c'],
  fill: ['empty', 'mock', ['--fill', 'empty'], 'empty', 'mock', 'empty'],
  limits: ['on', 'off', ['--limits=on'], 'on', 'off', 'on'],
  corsOrigin: [
    'http://a',
    'http://b',
    ['--cors-origin', 'http://c, http://d'],
    ['http://a'],
    ['http://b'],
    ['http://c', 'http://d'],
  ],
  allowedHosts: ['a', 'b,c', ['--allowed-hosts', '*'], ['a'], ['b', 'c'], ['*']],
  oauthAuto: ['a', 'b', ['--oauth-auto', 'c'], 'a', 'b', 'c'],
  controlToken: ['a', 'b', ['--control-token', 'c'], 'a', 'b', 'c'],
  faults: ['a', 'b', ['--faults', 'c'], 'a', 'b', 'c'],
  requireSession: [true, 'false', ['--require-session'], true, false, true],
  site: ['a', 'b', ['--site', 'c'], 'a', 'b', 'c'],
  sessionPerVisitor: [true, 'false', ['--session-per-visitor'], true, false, true],
  record: ['a', 'b', ['--record', 'c'], 'a', 'b', 'c'],
  use: ['a.mjs', 'b.mjs', ['--use', 'c.mjs'], 'a.mjs', 'b.mjs', 'c.mjs'],
  log: ['json', 'text', ['--log', 'none'], 'json', 'text', 'none'],
};

test('every option has a default, and serve is the default command', () => {
  assert.deepEqual(invocationOf([]), {
    name: 'serve',
    options: defaults,
    explicit: new Set(),
    words: [],
  });
  assert.deepEqual(Object.keys(rows), Object.keys(serverOptions));
});

test('a flag wins over the environment, that over the file, and that over the default', async (t) => {
  for (const [name, [inFile, variable, flag, fromFile, fromVariable, fromFlag]] of Object.entries(rows)) {
    await t.test(name, (each) => {
      const config = ['--config', configFile(each, JSON.stringify({ $schema: 'x', [flagName(name)]: inFile }))];
      const environment = { [`PLENUM_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`]: variable, OTHER: 'x' };
      const cases: [string[], Record<string, string>, unknown][] = [
        [config, {}, fromFile],
        [[], environment, fromVariable],
        [flag, {}, fromFlag],
        [config, environment, fromVariable],
        [[...config, ...flag], {}, fromFlag],
        [flag, environment, fromFlag],
        [['serve', ...flag, ...config], environment, fromFlag],
      ];
      for (const [args, variables, value] of cases) {
        const { options, explicit } = invocationOf(args, variables);
        assert.deepEqual(options, { ...defaults, [name]: value });
        assert.deepEqual(explicit, new Set([name]));
      }
    });
  }
});

test('PLENUM_CONFIG names the config file, and --config wins over it', (t) => {
  const [one, two] = [configFile(t, '{"port": 1, "log": "json"}'), configFile(t, '{"port": 2}')];
  assert.equal(invocationOf([], { PLENUM_CONFIG: one }).options['port'], 1);
  assert.deepEqual(invocationOf(['--config', two], { PLENUM_CONFIG: one }).options, { ...defaults, port: 2 });
});

test('one config file serves every command, also one that has fewer options', (t) => {
  const file = configFile(t, '{"port": 1, "dialect": "decidim-0.32"}');
  const { dialect, port } = invocationOf(['check', '--config', file]).options;
  assert.deepEqual([dialect, port], ['decidim-0.32', undefined]);
});

test('a URL of a store is never repeated, because it can have a password', () => {
  for (const [args, environment] of [
    [['--store', 'mysql://me:secret@host/town'], {}],
    [[], { PLENUM_STORE: 'me:secret@host' }],
  ] as const)
    assert.throws(
      () => invocationOf([...args], environment),
      (error: Error) => {
        assert.match(error.message, /^(--store|PLENUM_STORE) must be a URL such as postgres:/);
        assert.ok(!error.message.includes('secret'));
        return true;
      },
    );
});

test('help lists every command', () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const help = printedBy(...args);
    for (const { name, summary } of commands) {
      assert.match(help, new RegExp(`^  ${name} `, 'm'));
      assert.ok(help.replaceAll(/\s+/g, ' ').includes(summary), name);
    }
  }
});

test('help groups the commands, with two examples for each group, which can be called', async () => {
  const help = printedBy('--help');
  assert.match(
    help,
    /^The stand-in:\n {2}serve .*\n(?: {4,}.*\n)*? {4}\$ plenum serve --world town .*\n {4}\$ plenum exec -- npm test\n\nYour data:\n {2}check /m,
  );
  for (const { examples } of Object.values(commandGroups)) {
    assert.equal(examples.length, 2);
    for (const example of examples) {
      const [, name, ...args] = example.replace(/ > .*/, '').split(' ');
      const exported = (await import(new URL(`commands/${name}.ts`, import.meta.url).href)) as Record<string, Command>;
      const commandLine = readCommandLine([exported[`${name}Command`]!], '0', [name!, ...args], {});
      assert.ok('command' in commandLine && commandGroups[commandLine.command.group].examples === examples, example);
    }
  }
});

test('the help of a command lists its options with their defaults, and the exit codes', () => {
  for (const { name: command, options } of commands) {
    for (const args of [
      [command, '--help'],
      [command, '-h'],
      ['help', command],
    ]) {
      const help = printedBy(...args).replaceAll(/\s+/g, ' ');
      for (const [name, { default: value }] of Object.entries(options)) {
        const shown =
          value === false || value === undefined ? '' : `(default: ${name === 'world' ? 'demo' : String(value)})`;
        assert.ok(help.includes(` --${flagName(name)} `) && help.includes(shown), name);
      }
      for (const code of [0, 2, 65, 69, 70]) assert.match(help.split('Exit codes:')[1]!, new RegExp(`\\b${code} `));
    }
  }
});

test('--version prints the version', () => assert.equal(printedBy('--version'), '1.2.3'));

interface Wrong {
  args?: string[];
  environment?: Record<string, string>;
  /** The text of the config file. */
  file?: string;
}
const port = 'must be a whole number from 0 to 65535, not';
const wrong: [string, Wrong, (string | RegExp)[]][] = [
  [
    'an unknown flag',
    { args: ['--prot', '1'] },
    ["unknown option '--prot' (Did you mean --port?)", 'See plenum serve --help'],
  ],
  [
    'an unknown flag of a command',
    { args: ['check', '--worl', 'x'] },
    ['Did you mean --world?', 'See plenum check --help'],
  ],
  ['an unknown short flag', { args: ['-p', '1'] }, ["'-p'", '--help']],
  ...['65536', 'http', '1.5', '1e3', '0x1F', ' 80', ''].map((text): [string, Wrong, string[]] => [
    `port ${JSON.stringify(text)}`,
    { args: [`--port=${text}`] },
    [`--port ${port} ${JSON.stringify(text)}`],
  ]),
  ['a negative port', { args: ['--port=-1'] }, [`--port ${port} "-1"`]],
  ['a bad port in the environment', { environment: { PLENUM_PORT: 'x' } }, [`PLENUM_PORT ${port} "x"`]],
  ['an empty variable', { environment: { PLENUM_PORT: '' } }, [`PLENUM_PORT ${port} ""`]],
  ['a bad port in the file', { file: '{"port": 70000}' }, [`plenum.json: "port" ${port} 70000`]],
  ['a bad log format', { args: ['--log', 'xml'] }, ['--log must be text or json or none, not "xml"']],
  ['a bad switch', { environment: { PLENUM_MEMORY: 'yes' } }, ['PLENUM_MEMORY must be true or false, not "yes"']],
  ['an empty name in a list', { args: ['--allowed-hosts', 'a,,b'] }, ['--allowed-hosts must not be empty', '"a,,b"']],
  ['an empty text', { args: ['--data='] }, ['--data must not be empty']],
  ['an empty host in the file', { file: '{"host": ""}' }, ['plenum.json: "host" must not be empty']],
  ['a flag without its value', { args: ['--port'] }, ['--port', 'argument missing']],
  ['a flag in place of a value', { args: ['--data', '--memory'] }, ['--data needs a value, and --memory is a flag']],
  ['a value for a switch', { args: ['--memory=true'] }, ["unknown option '--memory=true'"]],
  ['an unknown command', { args: ['start'] }, ["unknown command 'start'", 'The commands are serve, check']],
  ['a misspelled command', { args: ['chek'] }, ["unknown command 'chek' (Did you mean check?)"]],
  ['a property name of every object as command', { args: ['toString'] }, ["unknown command 'toString'"]],
  ['an extra word', { args: ['check', 'now'] }, ["too many arguments for 'check'", 'See plenum check --help']],
  ['an unknown member', { file: '{"prot": 1}' }, ['plenum.json', 'unknown member "prot"', 'host, port']],
  [
    'a property name of every object as member',
    { file: '{"toString": 1}' },
    ['unknown member "toString"', 'host, port'],
  ],
  ['a file that is not JSON', { file: '{\n  "port": 1,\n  port\n}' }, ['plenum.json, line 3: not JSON']],
  ['a file with an unknown word', { file: '{\n  "port": x\n}\n\n' }, ['plenum.json, line 2: not JSON']],
  ['a file that ends early', { file: '{\n  "port": 1\n' }, ['plenum.json, line 3: not JSON']],
  ['a list in the file', { file: '[]' }, ['plenum.json: must be a JSON object']],
  ['a missing file', { args: ['--config', 'no/such.json'] }, ['no/such.json cannot be read: ENOENT']],
  ['a missing file in the environment', { environment: { PLENUM_CONFIG: 'no.json' } }, ['no.json cannot be read']],
  ['null for a text', { file: '{"data": null}' }, ['plenum.json: "data"']],
  ['an object for a text', { file: '{"world": {}}' }, ['plenum.json: "world"']],
  ['a list for a number', { file: '{"port": [4001]}' }, [`plenum.json: "port" ${port}`]],
];

test('what is wrong is named in one line, with what is expected, and the exit code is 2', async (t) => {
  for (const [name, { args = [], environment = {}, file }, parts] of wrong) {
    await t.test(name, (each) => {
      const all = file === undefined ? args : [...args, '--config', configFile(each, file)];
      assert.throws(() => read(all, environment), isCommandError(2, ...parts, /^[^\n]*$/));
    });
  }
});
