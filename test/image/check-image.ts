import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type TestContext, after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RunningProcess, freePort, startProcess } from '../support/process.ts';
import { writeBaseImage } from './base-image.ts';

// Builds the image and runs it without a daemon, and without the official image: its base has the Node.js of this machine.
const root = fileURLToPath(new URL('../..', import.meta.url));
const missing = ['buildah', 'runc', 'curl'].filter((program) => spawnSync(program, ['--version']).status !== 0);
if (process.getuid?.() !== 0) missing.push('root');
const options = {
  skip: missing.length > 0 && `not here: ${missing.join(', ')}; see test/README.md`,
  timeout: 60_000,
};
const folder = mkdtempSync(join(tmpdir(), 'plenum-image-'));
// The driver vfs also works in a container, where folders are on an overlay already.
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const runc = ['--root', join(folder, 'containers')];

let config: Config;
let fileSystem: string;
after(() => {
  if (missing.length === 0) {
    buildah('unmount', '--all');
    buildah('rm', '--all');
  }
  rmSync(folder, { recursive: true, force: true });
});

before(() => {
  if (missing.length > 0) return;
  const [, version] = /^ARG NODE_VERSION=(\d+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))!;
  const base = join(folder, 'base');
  writeBaseImage(base);
  const write = (name: string, ...lines: string[]): string => {
    writeFileSync(join(folder, name), lines.join('\n'));
    return join(folder, name);
  };
  const baseFile = write('Base', 'FROM scratch', 'COPY . /', 'ENV PATH=/usr/local/bin:/usr/bin:/bin', 'CMD ["node"]');
  const build = ['build', '--quiet', '--pull-never', '--isolation', 'chroot', '--format', 'docker'];
  buildah(...build, '--file', baseFile, '--tag', `docker.io/library/node:${version}-slim`, base);
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const npmrc = write('npmrc', `registry=${registry}`, 'cafile=/etc/ssl/certs/ca-certificates.crt');
  buildah(...build, '--network', 'host', '--secret', `id=npmrc,src=${npmrc}`, '--tag', 'plenum', root);
  config = (JSON.parse(buildah('inspect', '--type', 'image', 'plenum')) as { Docker: { config: Config } }).Docker
    .config;
  fileSystem = buildah('mount', buildah('from', '--pull-never', 'plenum'));
});

interface Config {
  User: string;
  WorkingDir: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Volumes: Record<string, object>;
  Healthcheck: { Test: [type: string, ...command: string[]] };
}

interface Container extends RunningProcess {
  url: string;
  /** The folder that is mounted at /data. */
  data: string;
  /** Runs a command in the container, and returns whether it succeeded. */
  execute: (command: readonly string[]) => boolean;
}

/** Starts the image as its documentation says: without capabilities, and with a root folder that is read-only. */
async function startContainer(
  t: TestContext,
  command: readonly string[] = config.Cmd,
  variables: Record<string, string> = {},
): Promise<Container> {
  const bundle = mkdtempSync(join(folder, 'container-'));
  const data = join(bundle, 'data');
  const [uid, gid] = config.User.split(':').map(Number) as [number, number];
  mkdirSync(data);
  chownSync(data, uid, gid);
  const environment = {
    ...Object.fromEntries(config.Env.map((each) => each.split('=', 2) as [string, string])),
    PLENUM_PORT: await freePort(),
    ...variables,
  };
  const specification = {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...command],
      env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      cwd: config.WorkingDir,
      capabilities: {},
      noNewPrivileges: true,
    },
    root: { path: fileSystem, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs' },
      { destination: '/data', type: 'bind', source: data, options: ['bind'] },
    ],
    // It has no network of its own: the tests reach its port as one of this machine.
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  };
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(specification));
  const name = basename(bundle);
  t.after(() => spawnSync('runc', [...runc, 'delete', '--force', name]));
  const running = startProcess(t, 'runc', [...runc, 'run', '--bundle', bundle, name]);
  const execute = (args: readonly string[]) => spawnSync('runc', [...runc, 'exec', name, ...args]).status === 0;
  return { ...running, url: await running.waitForUrl(), data, execute };
}

test('answers the requests of the README and keeps their records, with a read-only root folder', options, async (t) => {
  const container = await startContainer(t);
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const requests = [...readme.matchAll(/^```sh\n(curl .*?)^```\n\n^```json\n(.*?)^```/gms)];
  assert.equal(requests.length, 4);
  for (const [, command, response] of requests) {
    const local = command!.replace('http://localhost:4000/api', container.url);
    assert.deepEqual(JSON.parse(execFileSync('sh', ['-euc', local], { encoding: 'utf8' })), JSON.parse(response!));
  }
  assert.equal((await fetch(new URL('/explorer', container.url), { headers: { Accept: 'text/html' } })).status, 200);
  assert.match(readFileSync(join(container.data, 'journal.jsonl'), 'utf8'), /A walk along the river/);
  const isWritable = (path: string) => container.execute(['mkdir', join(path, 'new')]);
  assert.deepEqual(['/', '/plenum', '/tmp', '/data'].filter(isWritable), ['/data']);
});

test('ends by SIGTERM as the first process of the container', options, async (t) => {
  const container = await startContainer(t);
  assert.equal((await container.stop()).code, 0);
});

test('is healthy while it answers', options, async (t) => {
  const container = await startContainer(t);
  const [type, ...check] = config.Healthcheck.Test;
  assert.equal(type, 'CMD');
  assert.equal(container.execute(check), true);
  assert.equal(container.execute(['env', `PLENUM_PORT=${await freePort()}`, ...check]), false);
});

/** The statuses of a request to the control, and of one to the API that names a test session. */
async function statuses({ url }: Container, headers = {}): Promise<number[]> {
  const control = await fetch(new URL('/__admin/health', url), { headers });
  const session = await fetch(url, { headers: { 'X-Plenum-Session': 'new' } });
  return [control.status, session.status];
}

test('gives the control to those who have its token', options, async (t) => {
  const random = await startContainer(t);
  assert.deepEqual(await statuses(random), [401, 404]);
  assert.deepEqual(await statuses(random, { Authorization: 'Bearer secret' }), [401, 404]);
  const { stdout, stderr } = await random.stop();
  assert.match(stdout, /Other machines reach this address, so the control needs the token [\w-]{22} /);
  assert.match(stderr, /everybody who can reach 0\.0\.0\.0 can use the fixed tokens of the world/);

  const chosen = await startContainer(t, ['serve', '--memory'], { PLENUM_CONTROL_TOKEN: 'secret' });
  assert.deepEqual(await statuses(chosen), [401, 404]);
  assert.deepEqual(await statuses(chosen, { Authorization: 'Bearer secret' }), [200, 404]);
});

test('runs as nobody in particular, and keeps records in a volume', options, () => {
  assert.equal(config.User, '1000:1000');
  assert.deepEqual(Object.keys(config.Volumes), ['/data']);
  assert.equal(config.WorkingDir, '/');
  const { uid, gid } = statSync(join(fileSystem, 'data'));
  assert.deepEqual([uid, gid], [1000, 1000]);
});

test('has every file of the package', options, () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  const installed = join(fileSystem, 'plenum/node_modules/plenum');
  assert.deepEqual(
    files.filter((file) => !file.startsWith('!') && !existsSync(join(installed, file))),
    [],
  );
});

test('adds less than 25 MB to the official image', options, async (t) => {
  const tar = spawn('tar', ['--create', '--gzip', '--directory', fileSystem, 'plenum'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let bytes = 0;
  for await (const chunk of tar.stdout) bytes += (chunk as Buffer).length;
  t.diagnostic(`${(bytes / 1e6).toFixed(1)} MB compressed`);
  assert.ok(bytes < 25_000_000);
});
