import assert from 'node:assert/strict';
import test from 'node:test';
import { recordResults, resultsWith, storeResults } from './results.fixture.mjs';
import { formatPage, formatText, listTables } from './report.mjs';

const rowsOf = (results: Parameters<typeof listTables>[0], table: number) => listTables(results)[table]!.rows;

test('a row has the rates, the latencies and the ratio to each baseline', () => {
  const requests = resultsWith({
    memory: [3000, 1000, 2000],
    apollo: [500, 500, 500],
    mercurius: [4000, 4000, 4000],
    echo: [10_000, 10_000, 10_000],
  });
  const row = rowsOf({ requests }, 1).find(([name]) => name === 'the memory');
  assert.deepEqual(row, [
    'the memory',
    '2,000',
    '1,000',
    '3,000',
    '10.0',
    '25.0',
    '2.5',
    '0.250',
    '4.00',
    '0.50',
    '0.20',
  ]);
});

test('a server without samples has no row, and the ratio to it is missing', () => {
  const rows = rowsOf({ requests: resultsWith({ durable: [100], echo: [200] }) }, 1);
  assert.deepEqual(
    rows.map(([name, ...cells]) => [name, ...cells.slice(-3)]),
    [
      ['the durable', '–', '–', '0.50'],
      ['the echo', '–', '–', '1.00'],
    ],
  );
});

test('a rate that the load generator limits is marked', () => {
  const requests = resultsWith({ echo: [5000, 6000] });
  requests.samples['list']!['echo']![1]!.generatorLoad = 0.95;
  assert.equal(rowsOf({ requests }, 1)[0]![1], '≥ 5,500');
});

test('the CPU time of a server is missing where the system does not have it', () => {
  const requests = resultsWith({ echo: [5000] });
  delete requests.samples['list']!['echo']![0]!.cpuMs;
  assert.equal(rowsOf({ requests }, 1)[0]![7], '–');
});

test('the figures compare the list in memory and the durable write with the other servers', () => {
  const list = resultsWith({ memory: [50], durable: [1], apollo: [100], mercurius: [200], echo: [400] });
  assert.deepEqual(rowsOf({ requests: list }, 0), [
    ['list of 50 meetings ÷ Apollo Server', '0.50', '0.50', '0.50', '×'],
    ['list of 50 meetings ÷ Mercurius with JIT', '0.25', '0.25', '0.25', '×'],
  ]);
  const create = resultsWith({ memory: [1], durable: [50], apollo: [100], mercurius: [200], echo: [400] }, 'create');
  assert.deepEqual(
    rowsOf({ requests: create }, 0).map(([name, median]) => [name, median]),
    [
      ['durable createMeeting ÷ Apollo Server', '0.50'],
      ['durable createMeeting ÷ Mercurius with JIT', '0.25'],
      ['durable createMeeting ÷ Koa echo', '0.13'],
    ],
  );
});

test('the figures have the spread of the latency of the durable write', () => {
  const requests = resultsWith({ durable: [100, 100], memory: [1, 1] }, 'create-64');
  requests.samples['create-64']!['durable']![1]!.p99 = 35;
  assert.deepEqual(rowsOf({ requests }, 0), [
    ['durable createMeeting, 64 connections: 99th percentile ÷ median', '3.00', '2.50', '3.50', '×'],
  ]);
});

test('the figures compare each operation with that of another checkout', () => {
  const requests = resultsWith({ memory: [300], durable: [100], 'compared-memory': [200], 'compared-durable': [50] });
  requests.samples['list']!['memory']![0]!.cpuMs = 0.2;
  assert.deepEqual(
    rowsOf({ requests }, 0).map(([name, median]) => [name, median]),
    [
      ['operation <list>, durable ÷ compared checkout', '2.00'],
      ['operation <list>, durable ÷ compared checkout, CPU time', '1.00'],
      ['operation <list>, memory ÷ compared checkout', '1.50'],
      ['operation <list>, memory ÷ compared checkout, CPU time', '0.80'],
    ],
  );
});

test('the figures have the starts and the memory with many records', () => {
  assert.deepEqual(
    rowsOf({ records: recordResults }, 0).map(([name, ...cells]) => [name!.split(': ')[1], ...cells]),
    [
      ['first response after the first restart', '1,000', '900', '5,000', 'ms'],
      ['first response after a further restart', '600', '500', '700', 'ms'],
      ['resident memory before a restart', '400', '400', '400', 'MB'],
      ['resident memory after a restart', '310', '300', '320', 'MB'],
    ],
  );
});

test('the figures compare the stores, and have the lag between servers', () => {
  assert.deepEqual(rowsOf({ stores: storeResults }, 0), [
    ['createMeeting, PostgreSQL ÷ data folder', '0.75', '0.50', '1.00', '×'],
    ['createMeeting, two servers on PostgreSQL ÷ data folder', '0.25', '0.25', '0.25', '×'],
    ['createMeeting, one server on PostgreSQL', '1,000', '1,000', '1,000', '/s'],
    ['lag between two servers at half load, median', '6.0', '5.0', '7.0', 'ms'],
    ['lag between two servers at half load, 99th percentile', '40.0', '30.0', '50.0', 'ms'],
  ]);
});

test('the tables of the stores have the ratio to the data folder, and a row for the lag of each round', () => {
  const [, create, lag] = listTables({ stores: storeResults });
  assert.deepEqual(
    create!.rows.map((row) => row.at(-1)),
    ['1.00', '0.75', '0.25'],
  );
  assert.deepEqual(lag!.rows[1], ['round 2', '400', '120', '7.0', '50.0', '2.0', '20.0']);
});

test('the columns of a text table are aligned', () => {
  const rows = [
    ['a', '1'],
    ['long name', '1,000'],
  ];
  assert.equal(
    formatText({ title: 'title', head: ['', 'n'], rows }),
    'title          n\na              1\nlong name  1,000\n',
  );
});

test('the page has every table, and the chart only if requests were measured', () => {
  const requests = resultsWith({ memory: [1] });
  const page = formatPage({ requests, records: recordResults });
  assert.match(page, /^## The figures that matter$/m);
  assert.match(page, /^## operation <list>, 32 connections$/m);
  assert.match(page, /^\| the memory \| 1 \|/m);
  assert.match(page, /chart\.svg/);
  assert.doesNotMatch(formatPage({ records: recordResults }), /chart\.svg/);
});
