import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { parse, validate, visit } from 'graphql';
import { startInProcessTarget } from '../../../src/targets/in-process.ts';
import type { Mode } from '../../../src/client/target.ts';
import { valueAt } from '../../../src/client/json-value.ts';
import { additionsFolder } from '../targets.ts';
import { createRequestSchema } from '../request-schema.ts';
import { learnWorld } from '../learned-world.ts';
import { buildReadBack, buildRequest } from './documents.ts';
import { type RequestSource, createRequests } from './requests.ts';

async function createSource(dialect: string, mode: Mode = 'write'): Promise<RequestSource> {
  const target = await startInProcessTarget({ dialect, mockMode: 'empty', additionsFolder });
  const targets = { a: target, b: target };
  try {
    const requestSchema = await createRequestSchema(targets);
    return { ...requestSchema, mode, world: await learnWorld('a', targets, requestSchema.schema) };
  } finally {
    await target.close();
  }
}
const sampleOf = (source: RequestSource, numRuns: number, seed = 1) =>
  fc.sample(createRequests(source), { seed, numRuns });
const specification = await createSource('specification');
const decidim = await createSource('decidim-0.32');
const develop = await createSource('decidim-develop');

const build = (seed: number, count: number) =>
  sampleOf(specification, count, seed).map((each) => buildRequest(each, specification));

test('the same seed generates the same requests, whatever their number', () => {
  assert.deepEqual(build(1, 20), build(1, 60).slice(0, 20));
  assert.notDeepEqual(build(1, 20), build(2, 20));
});

for (const [name, source] of Object.entries({ specification, decidim }))
  test(`documents without literals are valid, and within the limits of the platform: ${name}`, () => {
    for (const generated of sampleOf(source, 500).filter(({ hasLiterals }) => !hasLiterals)) {
      const { query } = buildRequest(generated, source);
      assert.deepEqual(validate(source.schema, parse(query)), [], query);
      const path: string[] = [];
      visit(parse(query), {
        Field: {
          enter: ({ name: { value } }) => assert.ok(path.push(value) <= 15, query),
          leave: () => void path.pop(),
        },
      });
    }
  });

test('500 requests use every route, actor, attribute and field of records', () => {
  const requests = sampleOf(specification, 500).map((each) => ({ ...each, ...buildRequest(each, specification) }));
  const coordinates = new Set(requests.map(({ coordinate }) => coordinate));
  for (const coordinate of ['Meetings.meeting', 'Query.organization', 'MeetingMutation.update', 'Accountability'])
    assert.ok(coordinates.has(coordinate), coordinate);
  assert.equal(new Set(requests.map(({ actor }) => actor)).size, 5);
  const selected = new Set(requests.flatMap((each) => each.selected));
  for (const type of ['Meeting', 'Proposal', 'Result']) {
    const fields = Object.keys((specification.schema.getType(type) as { getFields?(): object }).getFields!());
    const leaves = fields.filter((field) => selected.has(`${type}.${field}`));
    assert.ok(leaves.length >= 8, `${type}: ${leaves.join()}`);
  }
  const sent = new Set(requests.flatMap(({ variables }) => namesIn(variables)));
  for (const type of ['MeetingAttributes', 'ResultAttributes', 'AnswerProposalAttributes']) {
    const fields = Object.keys((specification.schema.getType(type) as { getFields?(): object }).getFields!());
    assert.deepEqual(
      fields.filter((field) => !sent.has(field)),
      [],
      type,
    );
  }
});

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)])
    : [];

test('mutations of milestones have the ids of their results, and the result is read afterwards', () => {
  const source = { ...develop, only: 'ResultMutation' };
  const component = source.world.components.find(({ type }) => type === 'Accountability');
  assert.deepEqual(component!.parts['Milestone'], { 1: ['1', '2'], 2: ['3'], 3: [] });
  const sample = sampleOf(source, 200).filter(({ route }) => route.coordinate === 'ResultMutation.updateMilestone');
  const pairs = new Set(
    sample.map(
      ({ stepArguments: [, result, { input } = {}] }) => `${String(result!['id'])} ${String(valueAt(input, ['id']))}`,
    ),
  );
  for (const pair of ['1 1', '1 2', '2 3']) assert.ok(pairs.has(pair), pair);
  const generated = {
    ...sample[0]!,
    leaves: [{ path: ['entryDate'], coordinate: 'Milestone.entryDate', coordinates: ['Milestone.entryDate'] }],
  };
  const { query, variables } = buildReadBack(
    { ...generated, stepArguments: [{ id: '4' }, { id: '1' }, {}] },
    '2',
    source,
  )!;
  assert.match(query, /result\(id: \$resultId\) \{ milestones \{ entryDate \} \}/);
  assert.deepEqual(variables, { componentId: '4', resultId: '1' });
});

test('an end is often equal to its start, a second later, or a second earlier', () => {
  const attributes = sampleOf({ ...specification, only: 'MeetingMutation.update' }, 200).map(({ stepArguments }) =>
    valueAt(stepArguments.at(-1), ['input', 'attributes']),
  );
  const seconds = attributes.map(
    (each) =>
      (Date.parse(String(valueAt(each, ['endTime']))) - Date.parse(String(valueAt(each, ['startTime'])))) / 1000,
  );
  for (const difference of [0, 1, -1])
    assert.ok(seconds.filter((each) => each === difference).length >= 5, `${difference}`);
});

test('mode observe sends no mutation, and mode validate skips the fields that write', () => {
  const observe = { ...specification, mode: 'observe' as const };
  assert.ok(sampleOf(observe, 200).every(({ route }) => route.operation === 'query'));
  const skipping = { ...specification, mode: 'validate' as const };
  const writing = sampleOf(skipping, 200).filter(({ route }) => route.isWriting);
  assert.ok(writing.length > 20);
  for (const generated of writing) {
    const { query } = buildRequest(generated, skipping);
    assert.match(query, / @skip\(if: true\) \{/);
  }
});

test('a record that was written is read by its id, with the same fields', () => {
  const generated = sampleOf(specification, 200).find(
    ({ route }) => route.coordinate === 'MeetingsMutation.createMeeting',
  )!;
  const [field] = generated.leaves;
  const written = { ...generated, leaves: [field!], stepArguments: [{ id: '2' }, {}] };
  const read = buildReadBack(written, '77', specification)!;
  assert.match(
    read.query,
    /^query\(\$componentId: ID!, \$meetingId: ID!\) \{ component\(id: \$componentId\) \{ \.\.\. on Meetings/,
  );
  assert.deepEqual(read.variables, { componentId: '2', meetingId: '77' });
  assert.equal(read.after, 'MeetingsMutation.createMeeting');
});

test('a literal has the form of its type', () => {
  const generated = sampleOf(specification, 300).find(({ route }) => route.coordinate === 'MeetingMutation.update');
  const input = {
    attributes: { typeOfMeeting: 'ONLINE', title: 'ONLINE', latitude: 1.5, taxonomies: ['2'], address: null },
  };
  const stepArguments = [{ id: '2' }, { id: '1' }, { input }];
  const { query, variables } = buildRequest({ ...generated!, stepArguments, hasLiterals: true }, specification);
  assert.match(
    query,
    /update\(input: \{attributes: \{typeOfMeeting: ONLINE, title: "ONLINE", latitude: 1\.5, taxonomies: \["2"\], address: null\}\}\)/,
  );
  assert.deepEqual(variables, {});
});

test('a list of ids has some that no list of the server shows, such as that of a draft', () => {
  const ids = sampleOf(specification, 500).flatMap((each) => {
    const { variables = {} } = buildRequest(each, specification);
    const listed = valueAt(variables, ['input', 'attributes', 'proposalIds']);
    return Array.isArray(listed) ? (listed as unknown[]) : [];
  });
  assert.ok(ids.includes(4), 'no draft');
  assert.ok(ids.filter((id) => id === 1).length > ids.filter((id) => id === 4).length);
});
