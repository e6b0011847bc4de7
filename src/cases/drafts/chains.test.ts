import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse } from 'graphql';
import { readContractSdl } from '../../graphql/schema.ts';
import { type ReplayableExchange, groupIntoChains } from './chains.ts';
import { findIdLocations } from './record-ids.ts';

const schema = buildSchema(readContractSdl());

/** An exchange between two moments that returned data. */
function exchange(
  query: string,
  variables: object,
  data: object,
  [startMoment, endMoment]: [number, number],
): ReplayableExchange {
  const document = parse(query);
  return {
    number: startMoment,
    actor: 'member',
    query,
    document,
    variables: { ...variables },
    startMoment,
    endMoment,
    outcome: { data },
    idLocations: findIdLocations(schema, document),
    operation: 'query',
    writes: false,
  };
}

const listQuery =
  'query($c: ID!) { component(id: $c) { ...meetings } } fragment meetings on Meetings { meetings { nodes { key: id } } }';
const recordQuery = (kind: string, field: string) =>
  `query($c: ID!, $id: ID!) { component(id: $c) { ... on ${kind} { ${field}(id: $id) { id } } } }`;
const listExchange = exchange(
  listQuery,
  { c: '2' },
  { component: { meetings: { nodes: [{ key: '70' }, { key: '71' }] } } },
  [1, 3],
);

const rows: [string, ReplayableExchange, string | undefined][] = [
  [
    'captures an id of an earlier response, by alias and in fragments',
    exchange(recordQuery('Meetings', 'meeting'), { c: '2', id: 71 }, {}, [4, 5]),
    'component.meetings.nodes.1.key',
  ],
  [
    'does not capture an id that was received after it was sent',
    exchange(recordQuery('Meetings', 'meeting'), { c: '2', id: '71' }, {}, [2, 5]),
    undefined,
  ],
  [
    'does not capture the same id of another kind',
    exchange(recordQuery('Proposals', 'proposal'), { c: '2', id: '71' }, {}, [4, 5]),
    undefined,
  ],
  [
    'does not capture an id that has a placeholder',
    exchange(recordQuery('Meetings', 'meeting'), { c: '2', id: '70' }, {}, [4, 5]),
    undefined,
  ],
];

for (const [name, later, path] of rows)
  test(name, () => {
    const chains = groupIntoChains([later, listExchange], { meeting: 70 });
    assert.deepEqual(
      chains.map(({ exchanges }) => exchanges),
      path === undefined
        ? [later, listExchange].toSorted((a, b) => a.startMoment - b.startMoment).map((each) => [each])
        : [[listExchange, later]],
    );
    assert.deepEqual(
      chains.flatMap(({ captures }) => [...captures.values()].map((each) => each.path)),
      path === undefined ? [] : [path],
    );
  });
