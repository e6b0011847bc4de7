import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { quantile } from './statistics.mjs';

// One round of `npm run bench -- control`: prints the measurements as JSON.
const [, , root = '', dialect, folder] = process.argv;
const { createStandIn } = await import(pathToFileURL(join(root, 'dist/index.js')).href);
const repeats = 20;
const sessions = 200;

/** @param {() => Promise<unknown>} run */
async function milliseconds(run) {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

/**
 * The median of several repeats.
 * @param {(index: number) => Promise<unknown>} run
 */
async function median(run) {
  const values = [];
  for (let index = 0; index < repeats; index += 1) values.push(await milliseconds(() => run(index)));
  return quantile(values, 0.5);
}

/** @param {import('../../src/index.ts').Controls} world */
async function write(world) {
  const attributes = {
    title: 'A meeting',
    description: 'Everyone is welcome.',
    location: 'The bridge',
    address: 'Main Square 1',
    startTime: '2027-05-01T18:00:00Z',
    endTime: '2027-05-01T20:00:00Z',
    typeOfMeeting: 'IN_PERSON',
    registrationType: 'REGISTRATION_DISABLED',
  };
  const query =
    'mutation ($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }';
  const response = await world.fetch('/api', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer member-token' },
    body: JSON.stringify({ query, variables: { input: { locale: 'en', attributes } } }),
  });
  const { data } = /** @type {{ data?: any }} */ (await response.json());
  if (!data?.component?.createMeeting?.id) throw new Error('the write failed');
}

/** @returns {number} kilobytes */
function heap() {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1000;
}

/** @type {Record<string, number>} */
const results = {};
/** @type {any} */
let first;
results['first start, demo world, ms'] = await milliseconds(async () => (first = await createStandIn({ dialect })));
/** @type {any[]} */
const further = [];
results['further start, demo world, ms'] = await median(async () => further.push(await createStandIn({ dialect })));
for (const each of [first, ...further]) await write(each);
results['close, ms'] = await median((index) => further[index].close());
await first.close();

const standIn = await createStandIn({ dialect, world: folder });
await write(standIn);
results['reset after a write, 10,000 records, ms'] = await median(async () => standIn.reset());
results['session, 10,000 records, ms'] = await median(() => standIn.session());
results['snapshot after a write, 10,000 records, ms'] = await median(() => standIn.snapshot());
const snapshot = await standIn.snapshot();
results['restore, 10,000 records, ms'] = await median(() => standIn.restore(snapshot));

const opened = [];
const before = heap();
for (let index = 0; index < sessions; index += 1) opened.push(await standIn.session());
results['memory of a session, 10,000 records, kB'] = (heap() - before) / sessions;
for (const session of opened) await write(session);
results['memory of a session after a write, kB'] = (heap() - before) / sessions;
await standIn.close();
process.stdout.write(JSON.stringify(results));
