import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { parseInvocation } from './config.ts';
import { type Config } from '../options.ts';
import { commands } from './command-names.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { demoWorld } from '../../test/support/test-server.ts';

/** A configuration file with this text, until the test is over. */
function fileOf(t: TestContext, text: string): string {
  const file = join(createTemporaryFolder(t), 'plenum.json');
  writeFileSync(file, text);
  return file;
}

function configOf(args: string[], environment: Record<string, string> = {}) {
  const invocation = parseInvocation(args, environment);
  assert.ok('config' in invocation);
  return invocation;
}

const defaults: Config = {
  host: '127.0.0.1',
  port: 4000,
  data: 'data',
  world: demoWorld,
  memory: false,
  dialect: 'specification',
  fill: 'mock',
  limits: 'off',
  'token-lifetime': 120,
  log: 'text',
};

// Of each option: what the file says, what its environment variable says, its flag, and what each of them comes to.
type Values = [
  file: unknown,
  variable: string,
  flag: string[],
  fromFile: unknown,
  fromVariable: unknown,
  fromFlag: unknown,
];
const given: Record<keyof Config, Values> = {
  host: ['10.0.0.1', '10.0.0.2', ['--host', '10.0.0.3'], '10.0.0.1', '10.0.0.2', '10.0.0.3'],
  port: [1, '2', ['--port', '0'], 1, 2, 0],
  data: ['a', 'b', ['--data', 'c'], 'a', 'b', 'c'],
  world: ['a', 'b', ['--world=c'], 'a', 'b', 'c'],
  memory: [true, 'false', ['--memory'], true, false, true],
  dialect: ['a', 'b', ['--dialect', 'c'], 'a', 'b', 'c'],
  fill: ['empty', 'mock', ['--fill', 'empty'], 'empty', 'mock', 'empty'],
  limits: ['on', 'off', ['--limits=on'], 'on', 'off', 'on'],
  'token-lifetime': [1, '525600', ['--token-lifetime', '3'], 1, 525600, 3],
  log: ['json', 'text', ['--log', 'json'], 'json', 'text', 'json'],
};

test('without anything said, every option has its default', () => {
  assert.deepEqual(configOf([]), { command: 'serve', config: defaults, explicitOptions: new Set() });
  assert.deepEqual(Object.keys(given), Object.keys(defaults));
});

test('a flag goes before the environment, that before the file, and that before the default', async (t) => {
  for (const [name, [inFile, text, flag, fromFile, fromVariable, fromFlag]] of Object.entries(given)) {
    await t.test(name, (each) => {
      const config = ['--config', fileOf(each, JSON.stringify({ [name]: inFile }))];
      const environment = { [`PLENUM_${name.toUpperCase().replace('-', '_')}`]: text, OTHER: 'x' };
      const rows: [string[], Record<string, string>, unknown][] = [
        [config, {}, fromFile],
        [[], environment, fromVariable],
        [flag, {}, fromFlag],
        [config, environment, fromVariable],
        [[...config, ...flag], {}, fromFlag],
        [flag, environment, fromFlag],
        [[...flag, ...config], environment, fromFlag],
      ];
      for (const [args, variables, value] of rows) {
        const invocation = configOf(args, variables);
        assert.deepEqual(invocation.config, { ...defaults, [name]: value });
        assert.deepEqual(invocation.explicitOptions, new Set([name]));
      }
    });
  }
});

test('PLENUM_CONFIG names the file, and --config goes before it', (t) => {
  const [one, two] = [fileOf(t, '{"port": 1, "log": "json"}'), fileOf(t, '{"port": 2}')];
  assert.equal(configOf([], { PLENUM_CONFIG: one }).config.port, 1);
  assert.deepEqual(configOf(['--config', two], { PLENUM_CONFIG: one }).config, { ...defaults, port: 2 });
});

test('a command is the first word, before or after the flags', () => {
  for (const name of Object.keys(commands)) {
    assert.equal(configOf([name]).command, name);
    assert.equal(configOf(['--port', '0', name, '--memory']).command, name);
  }
});

test('--help lists every option with its default, every command, and the exit codes', () => {
  for (const args of [['--help'], ['-h'], ['reset', '--help']]) {
    const invocation = parseInvocation(args, {});
    assert.ok('print' in invocation);
    const lines = invocation.print.split('\n').map((line) => line.trim());
    for (const [command, help] of Object.entries(commands))
      assert.ok(
        lines.some((line) => line.startsWith(command) && line.endsWith(help)),
        command,
      );
    for (const [name, value] of Object.entries({ ...defaults, world: 'fixtures/world', memory: '' }))
      assert.ok(
        lines.some((line) => line.startsWith(`--${name} `) && line.includes(value === '' ? '' : `(${value})`)),
        name,
      );
    for (const name of ['config', 'help', 'version'])
      assert.ok(
        lines.some((line) => line.startsWith(`--${name} `)),
        name,
      );
    for (const code of [0, 2, 65, 69, 70])
      assert.match(invocation.print.split('Exit codes:')[1]!, new RegExp(`\\b${code} `));
  }
});

test("--version prints package.json's version", () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  assert.deepEqual(parseInvocation(['--version'], {}), { print: version });
});
