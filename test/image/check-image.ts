import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packPackage } from '../package/pack.ts';
import { startProcess } from '../support/process.ts';
import { writeBaseImage } from './base-image.ts';

// Builds the image without a daemon and without the official image: its base has the Node.js of this machine. The first stage of the
// Dockerfile packs the package, which the tests of the package do too, so the build gets what they pack.
const root = fileURLToPath(new URL('../..', import.meta.url));
const hasBuildah = spawnSync('buildah', ['--version']).status === 0;
const options = { skip: !hasBuildah && 'buildah is not installed' };
const folder = mkdtempSync(join(tmpdir(), 'plenum-image-'));
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

let container: string;
let fileSystem: string;
after(() => {
  if (!hasBuildah) return;
  buildah('unmount', '--all');
  buildah('rm', '--all');
  rmSync(folder, { recursive: true, force: true });
});

before(() => {
  if (!hasBuildah) return;
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const [, version] = /^ARG NODE_VERSION=(\d+)$/m.exec(dockerfile)!;
  const base = join(folder, 'base');
  writeBaseImage(base);
  const write = (name: string, ...lines: string[]): string => {
    writeFileSync(join(folder, name), lines.join('\n'));
    return join(folder, name);
  };
  const baseFile = write('Base', 'FROM scratch', 'COPY . /', 'ENV PATH=/usr/local/bin:/usr/bin:/bin', 'CMD ["node"]');
  const build = ['build', '--quiet', '--pull-never', '--isolation', 'chroot', '--format', 'docker'];
  buildah(...build, '--file', baseFile, '--tag', `docker.io/library/node:${version}-slim`, base);
  const withoutFirst = write('Dockerfile', dockerfile.replace(/^FROM .* AS package$.*?(?=^FROM )/ms, ''));
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const npmrc = write('npmrc', `registry=${registry}`, 'cafile=/etc/ssl/certs/ca-certificates.crt');
  const inputs = [
    '--build-context',
    `package=${dirname(packPackage(folder).file)}`,
    '--secret',
    `id=npmrc,src=${npmrc}`,
  ];
  buildah(...build, '--network', 'host', ...inputs, '--file', withoutFirst, '--tag', 'plenum', folder);
  container = buildah('from', '--pull-never', 'plenum');
  fileSystem = buildah('mount', container);
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

const readConfig = (): Config =>
  (JSON.parse(buildah('inspect', '--type', 'image', 'plenum')) as { Docker: { config: Config } }).Docker.config;

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The arguments of `chroot` that run a command of the image as its user, in its folder and environment. */
const inImage = ({ User, Env }: Config, command: readonly string[], ...env: string[]): string[] => [
  `--userspec=${User}`,
  fileSystem,
  '/usr/bin/env',
  '-i',
  ...Env,
  ...env,
  ...command,
];

test('serves the request of the README, is healthy, and ends by SIGTERM', options, async (t) => {
  const config = readConfig();
  const port = `PLENUM_PORT=${await freePort()}`;
  const [, ...check] = config.Healthcheck.Test;
  const isHealthy = (): boolean => spawnSync('chroot', inImage(config, check, port)).status === 0;
  assert.equal(isHealthy(), false);

  const command = inImage(config, [...config.Entrypoint, ...config.Cmd], port);
  const plenum = startProcess(t, 'chroot', command);
  const url = await plenum.waitForUrl();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer admin-token' },
    body: JSON.stringify({ query: '{ session { user { name } } component(id: 2) { id } }' }),
  });
  assert.deepEqual(await response.json(), {
    data: { session: { user: { name: 'Admin robot' } }, component: { id: '2' } },
  });
  assert.equal((await fetch(new URL('/explorer', url), { headers: { Accept: 'text/html' } })).status, 200);
  assert.equal(isHealthy(), true);
  const { code, stdout } = await plenum.stop();
  assert.equal(code, 0);
  assert.match(stdout, /The control is locked, because other machines reach this address/);
  // The first start of a data folder writes this file beside the records.
  assert.ok(statSync(join(fileSystem, 'data/.gitignore')).isFile());
});

test('runs as nobody in particular, and keeps records in a volume', options, () => {
  const { User, Volumes, WorkingDir } = readConfig();
  assert.equal(User, '1000:1000');
  assert.deepEqual(Object.keys(Volumes), ['/data']);
  assert.equal(WorkingDir, '/');
  const { uid } = statSync(join(fileSystem, 'data'));
  assert.equal(uid, 1000);
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
