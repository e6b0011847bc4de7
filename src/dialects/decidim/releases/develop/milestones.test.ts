import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { developServerDialect } from '../../../../../test/support/decidim-dialect.ts';
import { type AnyData, startTestServer } from '../../../../../test/support/test-server.ts';

async function startServer(t: TestContext) {
  const { send } = await startTestServer(t, { dialect: developServerDialect });
  /** Runs a mutation of result 1; resolves with its value, or the first error. */
  const mutate = async (call: string): Promise<AnyData> => {
    const document = `mutation { component(id: 4) { ... on AccountabilityMutation { result(id: 1) {
      milestone: ${call} { id entryDate versionsCount title { locales } description { locales } } } } } }`;
    const { data, errors } = await send(document, {}, 'admin');
    return errors?.[0] ?? data.component.result.milestone;
  };
  const create = (attributes: string) => mutate(`createMilestone(input: { attributes: { ${attributes} } })`);
  const update = (id: number, attributes: string) =>
    mutate(`updateMilestone(input: { id: ${id}, attributes: { ${attributes} } })`);
  const list = async (): Promise<AnyData> => {
    const { data } = await send(
      '{ component(id: 4) { ... on Accountability { result(id: 1) { milestones { id } } } } }',
    );
    return data.component.result.milestones.map(({ id }: AnyData) => Number(id));
  };
  return { mutate, create, update, list };
}

const messagesOf = ({ message }: AnyData): string[] =>
  message.map((each: AnyData) => `${each.path[1]} ${each.message}`);

test('milestones are listed by date, then by id', async (t) => {
  const { create, list } = await startServer(t);
  for (const date of ['2027-03-01', '01/02/2027', '2027-03-01'])
    await create(`title: { en: "A" }, entryDate: "${date}"`);
  assert.deepEqual(await list(), [2, 1, 3]);
});

test('an update keeps what is omitted, replaces maps and counts changes', async (t) => {
  const { create, update } = await startServer(t);
  await create('title: { en: "A", ca: "B" }, description: { en: "C" }, entryDate: "2027-03-01"');
  const unchanged = await update(1, '');
  assert.deepEqual([unchanged.versionsCount, unchanged.title.locales], [1, ['ca', 'en']]);
  const changed = await update(1, 'title: { en: "D" }, description: null');
  assert.deepEqual(changed, {
    id: '1',
    entryDate: '2027-03-01',
    versionsCount: 2,
    title: { locales: ['en'] },
    description: { locales: [] },
  });
});

test('a milestone needs a date that exists and a title in the default locale', async (t) => {
  const { create, update } = await startServer(t);
  const problems = ['entryDate cannot be blank', 'titleEn cannot be blank'];
  assert.deepEqual(messagesOf(await create('title: { ca: "A" }, entryDate: "2027-02-30"')), problems);
  await create('title: { en: "A" }, entryDate: "2027-03-01"');
  assert.deepEqual(messagesOf(await update(1, 'title: {}, entryDate: null')), problems);
});

test('an unknown milestone is reported before its attributes', async (t) => {
  const { update } = await startServer(t);
  assert.equal((await update(9, 'title: { xx: "A" }')).message, 'Milestone not found');
});

test('a deleted milestone is gone', async (t) => {
  const { create, update, mutate, list } = await startServer(t);
  await create('title: { en: "A" }, entryDate: "2027-03-01"');
  assert.equal((await mutate('deleteMilestone(id: 1)')).id, '1');
  assert.deepEqual(await list(), []);
  assert.equal((await mutate('deleteMilestone(id: 1)')).message, 'Milestone not found');
  assert.equal((await update(1, 'title: { en: "B" }')).message, 'Milestone not found');
});
