import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse } from 'graphql';
import { readContractSdl } from '../../src/contract/schema.ts';
import { type ReplayableExchange, groupIntoChains } from './chains.ts';
import { findIdLocations } from './record-ids.ts';

const schema = buildSchema(readContractSdl());

/** An exchange that took from one moment to another, and was answered data. */
function exchange(
  text: string,
  variables: object,
  data: object,
  [startMoment, endMoment]: [number, number],
): ReplayableExchange {
  const document = parse(text);
  return {
    number: startMoment,
    actor: 'member',
    query: text,
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

const list =
  'query($c: ID!) { component(id: $c) { ...meetings } } fragment meetings on Meetings { meetings { nodes { key: id } } }';
const one = (kind: string, field: string) =>
  `query($c: ID!, $id: ID!) { component(id: $c) { ... on ${kind} { ${field}(id: $id) { id } } } }`;
const listed = exchange(
  list,
  { c: '2' },
  { component: { meetings: { nodes: [{ key: '70' }, { key: '71' }] } } },
  [1, 3],
);

const rows: [string, ReplayableExchange, string | undefined][] = [
  [
    'an id that was answered is captured, by alias and through fragments',
    exchange(one('Meetings', 'meeting'), { c: '2', id: 71 }, {}, [4, 5]),
    'component.meetings.nodes.1.key',
  ],
  [
    'an id that was answered after it was sent is not',
    exchange(one('Meetings', 'meeting'), { c: '2', id: '71' }, {}, [2, 5]),
    undefined,
  ],
  [
    'the same id of another kind is not',
    exchange(one('Proposals', 'proposal'), { c: '2', id: '71' }, {}, [4, 5]),
    undefined,
  ],
  ['an id that has a name is not', exchange(one('Meetings', 'meeting'), { c: '2', id: '70' }, {}, [4, 5]), undefined],
];

for (const [name, later, path] of rows)
  test(name, () => {
    const chains = groupIntoChains([later, listed], { meeting: 70 });
    assert.deepEqual(
      chains.map(({ exchanges }) => exchanges),
      path === undefined
        ? [later, listed].toSorted((a, b) => a.startMoment - b.startMoment).map((each) => [each])
        : [[listed, later]],
    );
    assert.deepEqual(
      chains.flatMap(({ captures }) => [...captures.values()].map((each) => each.path)),
      path === undefined ? [] : [path],
    );
  });
