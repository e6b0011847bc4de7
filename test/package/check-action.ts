import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

// Runs the steps of action.yml as the runner of GitHub does: the action in a checkout of its own, the command in the repository of a client.
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plenum-action-'));
const action = join(folder, 'checkout of the action');
const repository = join(folder, 'repository');
after(() => rmSync(folder, { recursive: true, force: true }));

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  'working-directory'?: string;
}

const { inputs, runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default?: string }>;
  runs: { steps: Step[] };
};

/** Runs a step with the values of its expressions, and returns its result and its outputs. */
function runStep({ run, env = {}, 'working-directory': cwd }: Step, values: Record<string, string>) {
  const evaluate = (text: string): string =>
    text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (_, name: string) => {
      assert.ok(name in values, name);
      return values[name]!;
    });
  const [script, output] = [join(folder, 'script.sh'), join(folder, 'output')];
  writeFileSync(script, run!);
  writeFileSync(output, '');
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd: cwd === undefined ? repository : evaluate(cwd),
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // How this machine reaches the registry.
      NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
      npm_config_globalconfig: process.env['npm_config_globalconfig'],
      npm_config_prefer_offline: process.env['npm_config_prefer_offline'],
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: action,
      GITHUB_OUTPUT: output,
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, evaluate(value)])),
    },
  });
  return { status, text: stdout + stderr, output: readFileSync(output, 'utf8') };
}

/** Runs the command of the action. Returns also the folder of its report. */
function runAction(command: string, args: string) {
  const defaults = Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input.default ?? '']);
  const values = { ...Object.fromEntries(defaults), 'inputs.command': command, 'inputs.arguments': args };
  rmSync(join(folder, 'plenum-report'), { recursive: true, force: true });
  const step = runs.steps.find(({ id }) => id === 'run')!;
  return { ...runStep(step, { ...values, 'runner.temp': folder }), report: join(folder, 'plenum-report') };
}

const files: Record<string, string> = {
  // What belongs to the client must not change how the action runs.
  'tsconfig.json': '{ "compilerOptions": { "paths": { "graphql": ["./src/App.tsx"] } } }',
  "src/l'ajuntament/App.tsx": 'export const query = gql`query Title { component(id: 1) { id titel } }`;',
  'src/component.graphql': 'query Component { component(id: 1) { id } }',
  'session.har': JSON.stringify({
    log: {
      entries: [
        {
          startedDateTime: '2026-01-01T00:00:00Z',
          request: {
            method: 'POST',
            url: 'https://town.example/api',
            headers: [{ name: 'content-type', value: 'application/json' }],
            postData: { mimeType: 'application/json', text: '{"query":"{ component(id: 1) { id } }"}' },
          },
          response: {
            status: 200,
            headers: [{ name: 'content-type', value: 'application/json' }],
            content: { mimeType: 'application/json', text: '{"data":{"component":{"id":"2"}}}' },
          },
        },
      ],
    },
  }),
};

before(() => {
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const path of tracked.toString().split('\0'))
    if (path !== '' && !path.startsWith('fixtures/recordings/') && existsSync(join(root, path)))
      cpSync(join(root, path), join(action, path));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
  const installs = runs.steps.filter(({ id, run }) => run !== undefined && id !== 'run');
  for (const step of installs) {
    const { status, text } = runStep(step, { 'github.action_path': action });
    assert.equal(status, 0, text);
  }
});

test('conform judges, and has a report and outputs', () => {
  const { status, text, output, report } = runAction('conform', '--only answer/accepted --accept-partial');
  assert.equal(status, 0, text);
  assert.match(text, /✔/);
  assert.equal(output, `exit-code=0\nreport=${report}\n`);
  assert.ok(existsSync(join(report, 'junit.xml')));
});

test('documents finds those of programs below a path in quotes, and annotates the line that is refused', () => {
  const { status, text, output, report } = runAction('documents', `--dialect decidim-0.32 "src/l'ajuntament"`);
  assert.equal(status, 1, text);
  assert.match(text, /^::error file=src\/l'ajuntament\/App\.tsx,line=1,.*titel/m);
  assert.match(output, /^exit-code=1$/m);
  assert.ok(existsSync(report));
});

test('replay compares a file of the repository', () => {
  const { status, text } = runAction('replay', 'session.har');
  assert.equal(status, 1, text);
  assert.match(text, /component\.id/);
});

for (const [name, command, args, message] of [
  ['a quote that is open', 'documents', "src pages/l'ajuntament --url https://town.example/api", /close each quote/],
  ['another command', 'serve', '', /command must be conform, documents or replay/],
] as const)
  test(`${name} fails before the command runs`, () => {
    const { status, text, output } = runAction(command, args);
    assert.deepEqual([status, output], [2, '']);
    assert.match(text, /^::error::/m);
    assert.match(text, message);
  });
