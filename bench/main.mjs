import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

// Measures the compiled package beside other servers, how long it takes to start, and a restart with many records.
const root = fileURLToPath(new URL('..', import.meta.url));
const { bin, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const serve = (...options) => [join(root, bin.plenum), 'serve', '--port', '0', ...options];
const peer = (name) => [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))];
const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

// Counts instead of durations: what a server compiles and collects then does not depend on what else the machine does.
const warmUps = 3000;
const requests = 6000;
const rounds = 5;
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

/** Starts a server; resolves with its URL, the CPU time that it has used in microseconds, its memory in MB and what stops it. */
async function start(args) {
  // Apollo Server and graphql check more in development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const node = ['--import', fileURLToPath(new URL('usage.mjs', import.meta.url)), ...args];
  const child = spawn(process.execPath, node, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
  };
  const usage = async () => {
    child.send('usage');
    const [{ cpu, memory }] = await once(child, 'message');
    return { cpu: cpu.user + cpu.system, megabytes: Math.round(memory / 1e6) };
  };
  for await (const line of createInterface(child.stdout)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (!url) continue;
    child.stdout.resume();
    return { url, usage, stop };
  }
  throw new Error(`${args.join(' ')} does not listen`);
}

const isRight = (text) => text.startsWith('{"data":{') && !text.includes('"errors"');

async function send(url, body) {
  const text = await (await fetch(url, request(body))).text();
  if (!isRight(text)) throw new Error(`${url}: unexpected response: ${text.slice(0, 500)}`);
}

/**
 * Sends an operation over and over; resolves with the CPU time of the server for each request in microseconds, requests per second and the
 * 99th percentile in milliseconds. Only the first does not depend on what else the machine does.
 */
async function load({ url, usage }, body) {
  const options = { url, connections: 16, ...request(body), verifyBody: (text) => isRight(String(text)) };
  await autocannon({ ...options, amount: warmUps });
  const before = await usage();
  const { errors, non2xx, mismatches, duration, latency } = await autocannon({ ...options, amount: requests });
  const { cpu } = await usage();
  if (errors + non2xx + mismatches > 0) throw new Error(`${url}: ${errors + non2xx + mismatches} unexpected responses`);
  return [(cpu - before.cpu) / requests, requests / duration, latency.p99];
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
/** The medians of the columns of several rows. */
const medians = (table) => table[0].map((_, column) => median(table.map((row) => row[column])));

const print = (header, rows) =>
  process.stdout.write(
    `\n${[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`,
  );
/** The best and the median of several times to a first response, and the memory after it. */
async function measureStarts(args) {
  const times = [];
  const memory = [];
  for (let count = 0; count < starts; count += 1) {
    const begin = performance.now();
    const { url, usage, stop } = await start(args);
    await send(url, list);
    times.push(Math.round(performance.now() - begin));
    memory.push((await usage()).megabytes);
    await stop();
  }
  return [`${Math.min(...times)} ms`, `${median(times)} ms`, `${median(memory)} MB`];
}

process.stdout.write(`Node.js ${process.version}, ${cpus().length} × ${cpus()[0].model}\n`);

const world = writeWorld(60);
const inMemory = (...options) => serve('--world', world, '--memory', ...options);
const decidim = ['--dialect', 'decidim-0.32'];
const noLog = ['--log', 'none'];
const peers = { 'Apollo Server': peer('apollo'), 'Mercurius with JIT': peer('mercurius'), 'bare Koa': peer('koa') };
const servers = {
  'stand-in, durable': serve('--world', world, '--data', join(folder, 'data')),
  'stand-in, durable, no log': serve('--world', world, '--data', join(folder, 'data'), ...noLog),
  'stand-in, in memory': inMemory(),
  'stand-in, in memory, no log': inMemory(...noLog),
  'stand-in, decidim-0.32, in memory': inMemory(...decidim),
  'stand-in, decidim-0.32, in memory, no log': inMemory(...decidim, ...noLog),
  ...peers,
};
// The servers take turns, so that what else the machine does meets all of them.
const measured = {};
for (let round = 0; round < rounds; round += 1)
  for (const [name, args] of Object.entries(servers))
    for (const [operation, body] of Object.entries(operations)) {
      const server = await start(args);
      await send(server.url, body);
      ((measured[operation] ??= {})[name] ??= []).push(await load(server, body));
      await server.stop();
    }
for (const [operation, byServer] of Object.entries(measured)) {
  const rows = Object.entries(byServer).map(([name, all]) => [name, ...medians(all)]);
  const cpuOf = (server) => rows.find(([name]) => name === server)[1];
  print(
    [operation, 'CPU for each request', '× Mercurius', '× Apollo', 'requests per second', '99th percentile'],
    rows.map(([name, cpu, perSecond, p99]) => [
      name,
      `${Math.round(cpu)} µs`,
      (cpu / cpuOf('Mercurius with JIT')).toFixed(2),
      (cpu / cpuOf('Apollo Server')).toFixed(2),
      Math.round(perSecond),
      `${p99} ms`,
    ]),
  );
}

const entry = JSON.stringify(join(root, exports['.'].default));
const embedded = `
  const { createStandIn } = await import(${entry});
  const { url } = await createStandIn();
  console.log(url);`;
const started = {
  '`plenum serve --memory`': serve('--memory'),
  '`plenum serve --memory --dialect decidim-0.32`': serve('--memory', ...decidim),
  '`createStandIn`': ['--input-type=module', '--eval', embedded],
  ...peers,
};
const startRows = [];
for (const [name, args] of Object.entries(started)) startRows.push([name, ...(await measureStarts(args))]);
print(['start to the first response', 'best', 'median', 'memory'], startRows);

const data = join(folder, 'many');
const { stop } = await start(serve('--world', writeWorld(manyRecords), '--data', data));
await stop();
print(
  [`restart with ${manyRecords} records`, 'best', 'median', 'memory'],
  [['', ...(await measureStarts(serve('--data', data)))]],
);
