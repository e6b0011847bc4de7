import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createStandIn } from '../../src/index.ts';
import { plenumArgs } from '../support/process.ts';
import type { Torture } from './torture.ts';

/** How long a command may take for the town, on a busy machine. */
const timeoutMs = 120_000;

/** What takes the place of a value. `1e999` is a number in JSON that JavaScript does not have. */
const hostileValues: unknown[] = [
  null,
  -1,
  1e300,
  '1e999',
  0.5,
  '',
  'a'.repeat(100_000),
  `${'/a'.repeat(50_000)}!`,
  `a${' '.repeat(50_000)}`,
  '2026-99-99T99:99:99+99:99',
  [],
  [null],
  Array.from({ length: 20_000 }, () => null),
  {},
  { toString: 5, valueOf: 5, constructor: null, toJSON: 5 },
  { id: '1' },
  { translations: [{ locale: '__proto__', text: 'x' }, null, { locale: 5, text: [] }] },
  '1',
  true,
];

type Random = () => number;

/** A JSON value in which a share of the values is replaced by hostile ones. */
function distort(value: unknown, share: number, random: Random): unknown {
  if (random() < share) return hostileValues[Math.floor(random() * hostileValues.length)];
  if (Array.isArray(value)) return value.map((each) => distort(each, share, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, distort(each, share, random)]));
}

/** Starts a proxy in front of a stand-in that distorts a share of the values in its responses. */
async function startDistortingProxy(target: string, share: number, random: Random) {
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const body = await text(request);
      const headers = { ...(request.headers as Record<string, string>) };
      for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name];
      const init = { method: request.method, headers, ...(body === '' ? {} : { body }) };
      const { status, ...passed } = await fetch(new URL(request.url!, target), init).then(async (each) => ({
        status: each.status,
        json: await each.json(),
      }));
      const data = JSON.stringify(distort(passed.json, share, random)) ?? 'null';
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(data.replaceAll('"1e999"', '1e999'));
    };
    respond().catch(() => response.writeHead(500).end());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, server };
}

/** Runs `plenum`, and resolves with its exit code, or with how it ended without one. */
const run = (args: string[], environment: object) =>
  new Promise<{ code: number | string; output: string }>((resolve) => {
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL', env: { ...process.env, ...environment } } as const;
    execFile(process.execPath, [...plenumArgs, ...args], options, (error, stdout, stderr) => {
      const code = error ? (error.code ?? (error.killed ? `no end within ${timeoutMs} ms` : String(error.signal))) : 0;
      resolve({ code, output: `${stdout}${stderr}`.slice(-1500) });
    });
  });

/** Lets every command that reads a deployment read one that sends distorted responses. Each must end, and not with a bug. */
export const responses: Torture = async ({ folder, random, isShort, onProgress }) => {
  const standIn = await createStandIn({ world: 'town', dialect: 'decidim-0.32', limits: 'off' });
  const environment = {
    PLENUM_ADMIN_TOKEN: 'admin-token',
    PLENUM_MEMBER_TOKEN: 'member-token',
    PLENUM_OTHER_TOKEN: 'other-token',
  };
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  const rounds = isShort ? 1 : 30;
  for (let round = 0; round < rounds; round += 1) {
    const share = [0.001, 0.02, 0.1][round % 3]!;
    const { url, server } = await startDistortingProxy(standIn.url, share, random);
    const out = join(folder, String(round));
    const commands = {
      import: [
        'import',
        '--from',
        url,
        '--out',
        `${out}-world`,
        '--rate',
        '10000',
        '--token-env',
        'PLENUM_ADMIN_TOKEN',
      ],
      discover: ['discover', '--url', url, '--out', `${out}.json`, '--dialect', 'decidim-0.32'],
      conform: ['conform', '--url', url, '--mode', 'observe', '--dialect', 'decidim-0.32'],
    };
    for (const [name, args] of Object.entries(commands)) {
      const { code, output } = await run(args, environment);
      counts[`${name}: exit code ${code}`] = (counts[`${name}: exit code ${code}`] ?? 0) + 1;
      if (typeof code === 'string' || code >= 65) problems.push(`${args.join(' ')}: ${code}\n${output}`);
    }
    server.closeAllConnections();
    server.close();
    onProgress?.(`${round + 1} of ${rounds} rounds`);
  }
  await standIn.close();
  return { summary: `${rounds} distorted deployments`, counts, problems };
};
