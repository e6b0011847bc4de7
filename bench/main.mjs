import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

// Measures the compiled package beside other servers, how long it takes to start, and a restart with many records.
const root = fileURLToPath(new URL('..', import.meta.url));
const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const serve = (...options) => [join(root, bin.plenum), 'serve', '--port', '0', ...options];
const peer = (name) => [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))];
const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

const seconds = 5;
const starts = 5;
const manyRecords = 120_000;

const createMeeting = {
  query: `mutation ($input: CreateMeetingInput!) {
    component(id: 2) {
      ... on MeetingsMutation {
        createMeeting(input: $input) { id startTime title { translation(locale: "en") } author { name } }
      }
    }
  }`,
  variables: {
    input: {
      locale: 'en',
      attributes: {
        title: 'Meeting of the neighbourhood',
        description: 'Described in a sentence.',
        startTime: '2027-04-12T18:00:00Z',
        endTime: '2027-04-12T20:00:00Z',
        registrationType: 'REGISTRATION_DISABLED',
        typeOfMeeting: 'IN_PERSON',
        address: 'Main Square 2',
        location: 'Town hall',
      },
    },
  },
};
const list = {
  query: `{
    component(id: 2) {
      ... on Meetings {
        meetings(first: 50) {
          nodes { id startTime address title { translation(locale: "en") } description { translation(locale: "en") } author { name } }
        }
      }
    }
  }`,
};
const operations = { createMeeting, 'a list of 50': list };

const request = (body) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer member-token' },
  body: JSON.stringify(body),
});

/** Writes the demo world with so many more meetings; returns its folder. */
function writeWorld(count) {
  const world = join(folder, `world-${count}`);
  cpSync(join(root, 'fixtures/worlds/demo'), world, { recursive: true });
  const file = join(world, 'meetings.json');
  const meetings = JSON.parse(readFileSync(file, 'utf8'));
  const [, second] = meetings;
  for (let id = meetings.length + 1; id <= count; id += 1) meetings.push({ ...second, id });
  writeFileSync(file, JSON.stringify(meetings));
  return world;
}

/** Starts a server; resolves with its URL, its memory in MB and what stops it. */
async function start(args) {
  // Apollo Server and graphql check more in development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  for await (const line of createInterface(child.stdout)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (!url) continue;
    child.stdout.resume();
    const megabytes = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', child.pid], { encoding: 'utf8' })) / 1000;
    return { url, megabytes, stop };
  }
  throw new Error(`${args.join(' ')} does not listen`);
}

const isRight = (text) => text.startsWith('{"data":{') && !text.includes('"errors"');

async function send(url, body) {
  const text = await (await fetch(url, request(body))).text();
  if (!isRight(text)) throw new Error(`${url}: unexpected response: ${text.slice(0, 500)}`);
}

/** Sends an operation over and over; resolves with requests per second and the 99th percentile in milliseconds. */
async function load(url, body) {
  const options = { url, connections: 16, ...request(body), verifyBody: (text) => isRight(String(text)) };
  await autocannon({ ...options, duration: 2 });
  const { errors, non2xx, mismatches, requests, latency } = await autocannon({ ...options, duration: seconds });
  if (errors + non2xx + mismatches > 0) throw new Error(`${url}: ${errors + non2xx + mismatches} unexpected responses`);
  return [Math.round(requests.average), `${latency.p99} ms`];
}

const print = (header, rows) =>
  process.stdout.write(
    `\n${[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`,
  );
/** The best and the median of several times. */
async function measureStarts(startOnce) {
  const times = [];
  for (let count = 0; count < starts; count += 1) {
    const begin = performance.now();
    const stop = await startOnce();
    times.push(Math.round(performance.now() - begin));
    await stop();
  }
  times.sort((a, b) => a - b);
  return [`${times[0]} ms`, `${times[Math.floor(starts / 2)]} ms`];
}
const firstResponse = (args) => async () => {
  const { url, stop } = await start(args);
  await send(url, list);
  return stop;
};

process.stdout.write(`Node.js ${process.version}, ${cpus().length} × ${cpus()[0].model}\n`);

const world = writeWorld(60);
const servers = {
  'stand-in, durable': serve('--world', world, '--data', join(folder, 'data')),
  'stand-in, in memory': serve('--world', world, '--memory'),
  'stand-in, decidim-0.32, in memory': serve('--world', world, '--memory', '--dialect', 'decidim-0.32'),
  'Apollo Server': peer('apollo'),
  'Mercurius with JIT': peer('mercurius'),
  'bare Koa': peer('koa'),
};
const rows = [];
for (const [name, args] of Object.entries(servers)) {
  for (const [operation, body] of Object.entries(operations)) {
    const { url, stop } = await start(args);
    await send(url, body);
    rows.push([operation, name, ...(await load(url, body))]);
    await stop();
  }
}
rows.sort(([a], [b]) => b.localeCompare(a));
print(['operation', 'server', 'requests per second', '99th percentile'], rows);

const entry = JSON.stringify(join(root, exports['.'].default));
const embedded = `
  const { createStandIn } = await import(${entry});
  const { url } = await createStandIn();
  console.log(url);`;
print(
  ['start to the first response', 'best', 'median'],
  [
    ['`plenum serve --memory`', ...(await measureStarts(firstResponse(serve('--memory'))))],
    ['`createStandIn`', ...(await measureStarts(firstResponse(['--input-type=module', '--eval', embedded])))],
  ],
);

const data = join(folder, 'many');
const { stop } = await start(serve('--world', writeWorld(manyRecords), '--data', data));
await stop();
const restart = serve('--data', data);
const times = await measureStarts(firstResponse(restart));
const restarted = await start(restart);
await send(restarted.url, list);
await setTimeout(2000);
const megabytes = Math.round(restarted.megabytes());
await restarted.stop();
print([`restart with ${manyRecords} records`, 'best', 'median', 'memory'], [['', ...times, `${megabytes} MB`]]);
