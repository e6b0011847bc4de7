import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ShadowReport } from '../../src/control/shadow/shadow.ts';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { createStandIn } from '../../src/index.ts';
import { shareExecutor } from '../../src/server/executors.ts';
import { defaultRecordings } from '../../tools/fidelity/project-recordings.ts';
import { readRecordings } from '../../tools/fidelity/recordings.ts';
import { createShadow } from '../../tools/shadow/shadow.ts';
import { plenumArgs } from '../support/process.ts';
import { demoCredentials } from '../support/shadow.ts';
import { startServer } from '../support/start-server.ts';
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

const shadowDialect = 'decidim-0.32';
const shadowedRequests = 60;

/** Lets the shadow of a stand-in compare its answers with those of a deployment. Returns what went wrong. */
async function runShadow(url: string): Promise<string[]> {
  const dialect = await loadServerDialect(shadowDialect);
  const { schema } = shareExecutor(dialect, 'mock');
  const shadow = createShadow({ url, dialect: shadowDialect, schema, environment: demoCredentials, rate: 1000 });
  const problems: string[] = [];
  const server = await startServer({
    serverDialect: dialect,
    shadow,
    onBug: ({ stack }) => problems.push(`a bug: ${stack}`),
  });
  try {
    const documents = readRecordings(defaultRecordings).map(({ request }) => request.json);
    for (const json of documents.filter((each) => each !== undefined).slice(0, shadowedRequests))
      await server.fetch('/api', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer admin-token' },
        body: JSON.stringify(json),
      });
    const latest = Date.now() + timeoutMs;
    for (;;) {
      const response = await server.fetch('/__admin/shadow');
      const { counts } = (await response.json()) as ShadowReport;
      const { observed, compared, notSent, dropped, failed } = counts;
      if (observed === compared + notSent + dropped + failed) {
        if (compared === 0) problems.push(`the shadow compared nothing: ${JSON.stringify(counts)}`);
        return problems;
      }
      if (Date.now() > latest) return [...problems, `the shadow is not done after ${timeoutMs} ms`];
      await setTimeout(20);
    }
  } finally {
    shadow.close();
    await server.close();
  }
}

/** Lets every command that reads a deployment, and the shadow, read one that sends distorted responses. Each must end, and not with a bug. */
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
      diff: ['diff', '--a', standIn.url, '--b', url, '--mode', 'observe', '--requests', '20'],
    };
    for (const [name, args] of Object.entries(commands)) {
      const { code, output } = await run(args, environment);
      counts[`${name}: exit code ${code}`] = (counts[`${name}: exit code ${code}`] ?? 0) + 1;
      if (typeof code === 'string' || code >= 65) problems.push(`${args.join(' ')}: ${code}\n${output}`);
    }
    problems.push(...(await runShadow(url)).map((problem) => `shadow of ${share} distorted values: ${problem}`));
    counts['shadow'] = (counts['shadow'] ?? 0) + 1;
    server.closeAllConnections();
    server.close();
    onProgress?.(`${round + 1} of ${rounds} rounds`);
  }
  await standIn.close();
  return { summary: `${rounds} distorted deployments`, counts, problems };
};
