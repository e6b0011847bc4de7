import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { parseInvocation } from './config.ts';
import { isCommandError, createTemporaryFolder } from '../../test/support/folders.ts';

interface Wrong {
  args?: string[];
  environment?: Record<string, string>;
  /** The text of the file of `--config`. */
  file?: string;
}
const port = 'must be a whole number from 0 to 65535, not';
const wrong: [string, Wrong, string[]][] = [
  ['an unknown flag', { args: ['--prot', '1'] }, ["'--prot'", '--help']],
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
  ['a bad log', { args: ['--log', 'xml'] }, ['--log must be text or json, not "xml"']],
  ['a bad switch', { environment: { PLENUM_MEMORY: 'yes' } }, ['PLENUM_MEMORY must be true or false, not "yes"']],
  ['no lifetime', { args: ['--token-lifetime', '0'] }, ['--token-lifetime must be a whole number from 1 to 525600']],
  [
    'a lifetime of more than a year',
    { args: ['--token-lifetime', '525601'] },
    ['--token-lifetime must be', '"525601"'],
  ],
  ['an empty text', { args: ['--data='] }, ['--data must not be empty']],
  ['an empty host in the file', { file: '{"host": ""}' }, ['plenum.json: "host" must not be empty']],
  ['a flag without its value', { args: ['--port'] }, ['--port', 'argument']],
  ['a flag where a value is missing', { args: ['--data', '--memory'] }, ['--data', 'argument']],
  ['a value for a switch', { args: ['--memory=true'] }, ['--memory', 'does not take an argument']],
  ['an unknown command', { args: ['start'] }, ['unknown command start', 'serve, reset, check']],
  ['a name of every object as command', { args: ['toString'] }, ['unknown command toString', 'serve, reset, check']],
  ['an extra argument', { args: ['reset', 'now'] }, ['reset takes no "now"']],
  ['an unknown member', { file: '{"prot": 1}' }, ['plenum.json', 'unknown member "prot"', 'host, port']],
  ['a name of every object as member', { file: '{"toString": 1}' }, ['unknown member "toString"', 'host, port']],
  ['a file that is not JSON', { file: '{\n  "port": 1,\n  port\n}' }, ['plenum.json, line 3: not JSON']],
  ['a file with a word that is none', { file: '{\n  "port": x\n}\n\n' }, ['plenum.json, line 2: not JSON']],
  ['a file that ends early', { file: '{\n  "port": 1\n' }, ['plenum.json, line 3: not JSON']],
  ['a file of a list', { file: '[]' }, ['plenum.json: must be a JSON object']],
  ['a missing file', { args: ['--config', 'no/such.json'] }, ['no/such.json cannot be read: ENOENT']],
  ['a missing file in the environment', { environment: { PLENUM_CONFIG: 'no.json' } }, ['no.json cannot be read']],
  ['null for a text', { file: '{"data": null}' }, ['plenum.json: "data"']],
  ['an object for a text', { file: '{"world": {}}' }, ['plenum.json: "world"']],
  ['a list for a number', { file: '{"port": [4001]}' }, [`plenum.json: "port" ${port}`]],
];

test('what is wrong is a CommandError of one line that names it and what was expected, exit code 2', async (t) => {
  for (const [name, { args = [], environment = {}, file }, parts] of wrong) {
    await t.test(name, (each) => {
      const path = join(createTemporaryFolder(each), 'plenum.json');
      if (file !== undefined) writeFileSync(path, file);
      const all = file === undefined ? args : [...args, '--config', path];
      assert.throws(() => parseInvocation(all, environment), isCommandError(2, ...parts, /^[^\n]*$/));
    });
  }
});
