import assert from 'node:assert/strict';
import test from 'node:test';
import { inPersonAttributes } from './support/inputs.ts';
import { startControlServer } from './support/control-server.ts';

/** Names that every object of JavaScript has, or that change one. */
const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

const createMeeting = `mutation ($input: CreateMeetingInput!) {
  component(id: 2) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }`;
const answer = `mutation ($input: AnswerInput!) {
  component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { answer(input: $input) { id } } } } }`;

/** Where a client sends a name: the path, media type and body of its request. */
const places: Record<string, (name: string) => { path?: string; type?: string; body: string }> = {
  'an element in a text': (name) => ({
    body: JSON.stringify({
      query: createMeeting,
      variables: {
        input: {
          locale: 'en',
          attributes: { ...inPersonAttributes, description: `<${name} ${name}="x"><p>Text</p><li></${name}>` },
        },
      },
    }),
  }),
  'a variable': (name) => ({
    body: JSON.stringify({ query: `query ($${name}: ID) { component(id: $${name}) { id } }` }),
  }),
  'a variable of a long request': (name) => ({
    body: JSON.stringify({
      query: `query ($${name}: ID, $b: ID) { a: __typename }`,
      variables: { b: 'x'.repeat(30_000) },
    }),
  }),
  'a member of an input': (name) => ({
    body: `{"query":${JSON.stringify(createMeeting)},"variables":{"input":{"locale":"en","attributes":{"${name}":1}}}}`,
  }),
  'a locale': (name) => ({
    body: JSON.stringify({
      query: answer,
      variables: { input: { attributes: { state: 'rejected', answerContent: Object.fromEntries([[name, 'No']]) } } },
    }),
  }),
  'a field': (name) => ({ body: JSON.stringify({ query: `{ ${name} { ${name} } }` }) }),
  'a type': (name) => ({ body: JSON.stringify({ query: `query ($a: ${name}) { ... on ${name} { a } ...${name} }` }) }),
  'an alias, a directive and an operation': (name) => ({
    body: JSON.stringify({ query: `query ${name} { ${name}: __typename @${name} }`, operationName: name }),
  }),
  'a filter and an order': (name) => ({
    body: JSON.stringify({
      query: `{ participatoryProcesses { components(filter: { type: "${name}", ${name}: 1 }, order: { ${name}: "asc" }) { id } } }`,
    }),
  }),
  'the class of a record': (name) => ({
    body: JSON.stringify({ query: `{ commentable(id: 1, type: "${name}", locale: "${name}") { id } }` }),
  }),
  'a parameter': (name) => ({
    path: `/api?${name}=1`,
    type: 'application/x-www-form-urlencoded',
    body: `${name}[${name}]=1&${name}[]=2&query={__typename}`,
  }),
  'a media type': (name) => ({ type: `${name}/${name}`, body: '{}' }),
  'a path': (name) => ({ path: `/${name}`, body: '{}' }),
};

for (const dialect of ['specification', 'decidim-0.32'])
  test(`${dialect}: no name that a client sends is looked up in the prototype of an object`, async (t) => {
    const { send, bugs, world } = await startControlServer(t, { dialect });
    for (const [place, requestWith] of Object.entries(places))
      for (const name of names) {
        const { path = '/api', type = 'application/json', body } = requestWith(name);
        const { tables } = world.store;
        await send('POST', path, body, { 'content-type': type, authorization: 'Bearer admin-token' });
        assert.deepEqual(bugs, [], `${name} as ${place}`);
        if (place === 'an element in a text') assert.notEqual(world.store.tables, tables, `${name} as ${place}`);
      }
  });
