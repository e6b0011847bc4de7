import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import { isInterfaceType, isObjectType } from 'graphql';
import type { AnyData } from '../../test/support/test-server.ts';
import { loadServerDialect, suiteDialects } from '../dialects/dialects.ts';
import { recordTypes } from '../dialects/decidim/record-types.ts';
import { shareExecutor } from '../server/executors.ts';
import type { Records, WorldKind } from '../records/kinds.ts';
import { type StandIn, type StandInOptions, createStandIn } from './stand-in.ts';

type DialectName = NonNullable<StandInOptions['dialect']>;
type Find = StandIn['records']['find'];

/** A mutation that acts on a record which was created a moment ago. */
interface Action<K extends WorldKind = WorldKind> {
  /** The kind of the record. */
  kind: K;
  /** The members that the record must have for the mutation. */
  values?: object;
  /** The settings that its component must have for the mutation. */
  settings?: object;
  /** Who sends the mutation: the administrator of the demo world, the author of the record, or any person. */
  actor: 'admin' | 'author' | 'person';
  /** The selection of the mutation in that of its parent. */
  selection: string;
  /** Finds the stored effect: one record. */
  findEffect(find: Find, record: Records[K]): Promise<object[]>;
}

const action = <K extends WorldKind>(kind: K, actor: Action['actor'], rest: Omit<Action<K>, 'kind' | 'actor'>) =>
  ({ kind, actor, ...rest }) as unknown as Action;

const meeting = `{
  title: "Neighbourhood walk", description: "We walk through the neighbourhood", startTime: "2027-03-12T18:00:00Z",
  endTime: "2027-03-12T20:00:00Z", registrationType: REGISTRATION_DISABLED, typeOfMeeting: IN_PERSON,
  address: "Main Square 1", location: "Town hall"
}`;
const debate = '{ title: "Neighbourhood walk", description: "Where do we walk this year?" }';
const proposal = '{ title: "A bench by the river", body: "People could rest there for a moment." }';
const title = { en: 'Neighbourhood walk' };
const past = { startTime: '2020-01-01T10:00:00Z', endTime: '2020-01-01T12:00:00Z' };
const inJson = 'attributes: { title: { en: "Neighbourhood walk" }, description: { en: "Through the town" }';

/** Actions by the coordinate of the mutation: at least one for each kind of record. The cases have every mutation. */
const actions: Record<string, Action> = {
  'ProposalMutation.update': action('proposals', 'author', {
    selection: `update(input: { locale: "en", attributes: ${proposal} }) { id }`,
    findEffect: (find, { id }) => find('proposals', { id, title: { en: 'A bench by the river' } }),
  }),
  'ProposalsMutation.createProposal': action('components', 'person', {
    values: { kind: 'proposals' },
    settings: { creationEnabled: true },
    selection: `createProposal(input: { locale: "en", attributes: ${proposal} }) { id }`,
    findEffect: (find, { id }) => find('proposals', { componentId: id }),
  }),
  'MeetingsMutation.createMeeting': action('components', 'person', {
    values: { kind: 'meetings' },
    settings: { creationEnabledForParticipants: true },
    selection: `createMeeting(input: { locale: "en", attributes: ${meeting} }) { id }`,
    findEffect: (find, { id }) => find('meetings', { componentId: id }),
  }),
  'MeetingMutation.close': action('meetings', 'author', {
    values: past,
    selection: 'close(input: { locale: "en", attributes: { attendeesCount: 3, closingReport: "A good day" } }) { id }',
    findEffect: async (find, { id }) => (await find('meetings', { id })).filter(({ closedAt }) => closedAt),
  }),
  'DebatesMutation.createDebate': action('components', 'person', {
    values: { kind: 'debates' },
    settings: { creationEnabled: true },
    selection: `createDebate(input: { locale: "en", attributes: ${debate} }) { id }`,
    findEffect: (find, { id }) => find('debates', { componentId: id }),
  }),
  'DebateMutation.close': action('debates', 'author', {
    selection: 'close(input: { locale: "en", attributes: { conclusions: "We walk by the river" } }) { id }',
    findEffect: async (find, { id }) => (await find('debates', { id })).filter(({ closedAt }) => closedAt),
  }),
  'AccountabilityMutation.createResult': action('components', 'admin', {
    values: { kind: 'accountability' },
    selection: `createResult(input: { ${inJson} } }) { id }`,
    findEffect: (find, { id }) => find('results', { componentId: id }),
  }),
  'ResultMutation.createMilestone': action('results', 'admin', {
    selection: `createMilestone(input: { ${inJson}, entryDate: "2027-03-12" } }) { id }`,
    findEffect: (find, { id }) => find('milestones', { resultId: id }),
  }),
  'ResultMutation.updateMilestone': action('milestones', 'admin', {
    selection: `updateMilestone(input: { id: "ID", ${inJson}, entryDate: "2027-03-12" } }) { id }`,
    findEffect: (find, { id }) => find('milestones', { id, title }),
  }),
  'BudgetsMutation.createBudget': action('components', 'admin', {
    values: { kind: 'budgets' },
    selection: `createBudget(input: { ${inJson}, totalBudget: 5000, weight: 1 } }) { id }`,
    findEffect: (find, { id }) => find('budgets', { componentId: id }),
  }),
  'BudgetMutation.createProject': action('budgets', 'admin', {
    selection: `createProject(input: { ${inJson}, budgetAmount: 50 } }) { id }`,
    findEffect: (find, { id }) => find('projects', { budgetId: id }),
  }),
  'BudgetMutation.updateProject': action('projects', 'admin', {
    selection: `updateProject(input: { id: "ID", ${inJson}, budgetAmount: 50 } }) { id }`,
    findEffect: (find, { id }) => find('projects', { id, title }),
  }),
  'CommentMutation.upVote': action('comments', 'person', {
    selection: 'upVote { id }',
    findEffect: (find, { id }) => find('commentVotes', { commentId: id, weight: 1 }),
  }),
};

/** The type of the component of a record, and the field that leads to the record. */
const parents: Record<string, [component: string, field: string]> = {
  BudgetMutation: ['BudgetsMutation', 'budget'],
  DebateMutation: ['DebatesMutation', 'debate'],
  MeetingMutation: ['MeetingsMutation', 'meeting'],
  ProposalMutation: ['ProposalsMutation', 'proposal'],
  ResultMutation: ['AccountabilityMutation', 'result'],
};

/** The record that a mutation starts from, above the record that was created. */
async function findStart({ records }: StandIn, kind: WorldKind, record: AnyData): Promise<AnyData> {
  if (kind === 'milestones') return (await records.find('results', { id: record.resultId }))[0];
  if (kind === 'projects') return (await records.find('budgets', { id: record.budgetId }))[0];
  return record;
}

async function sendMutation(standIn: StandIn, selection: string, token: string): Promise<AnyData> {
  const response = await standIn.fetch('/api', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: `mutation { ${selection} }` }),
  });
  return { status: response.status, errors: ((await response.json()) as AnyData).errors };
}

/**
 * Asserts that a mutation succeeds and has its effect. In a dialect without sign-in, nobody is the author of a change, and the platform fails.
 */
async function assertEffect(standIn: StandIn, dialect: DialectName, mutation: Mutation, find: () => Promise<object[]>) {
  const { selection, token } = mutation;
  const { status, errors } = await sendMutation(standIn, selection, token);
  const canSignIn = !suiteDialects[dialect]?.isAnonymous;
  assert.deepEqual([status, errors === undefined], canSignIn ? [200, true] : [500, false], JSON.stringify(errors));
  assert.equal((await find()).length, canSignIn ? 1 : 0);
}

interface Mutation {
  selection: string;
  token: string;
}

async function testAction(t: TestContext, dialect: DialectName, typeName: string, field: string) {
  const { kind, values, settings, actor, selection, findEffect } = actions[`${typeName}.${field}`]!;
  const standIn = await start(t, dialect);
  const { records } = standIn;
  const record: AnyData = await records.create(kind, { ...values });
  const begin = await findStart(standIn, kind, record);
  const componentId = kind === 'components' ? record.id : begin.componentId;
  if (settings) {
    const [component] = await records.find('components', { id: componentId });
    await records.update('components', componentId, { settings: { ...component!.settings, ...settings } });
  }
  const user = actor === 'author' ? { user: record.authorId ?? record.authorIds[0] } : { name: 'A person' };
  const token = actor === 'admin' ? 'admin-token' : await standIn.token(user);
  const own = selection.replace('"ID"', `"${record.id}"`);
  const [component, parentField] = parents[typeName] ?? [typeName];
  const ofParent = parentField ? `${parentField}(id: "${begin.id}") { ${own} }` : own;
  const whole =
    typeName === 'CommentMutation'
      ? `comment(id: "${record.id}") { ${own} }`
      : `component(id: "${componentId}") { ... on ${component} { ${ofParent} } }`;
  await assertEffect(standIn, dialect, { selection: whole, token }, () => findEffect(records.find, record));
}

async function testComment(t: TestContext, dialect: DialectName, type: string) {
  const { kind, className } = recordTypes[type]!;
  const standIn = await start(t, dialect);
  const { id } = await standIn.records.create(kind as WorldKind);
  const selection = `commentable(id: "${id}", type: "${className}") { addComment(body: "Nice", alignment: 0) { id } }`;
  const token = await standIn.token({ name: 'A person' });
  await assertEffect(standIn, dialect, { selection, token }, () =>
    standIn.records.find('comments', { commentable: `${kind}/${id}`, body: { en: 'Nice' } }),
  );
}

async function start(t: TestContext, dialect: DialectName): Promise<StandIn> {
  const standIn = await createStandIn({ dialect });
  t.after(() => standIn.close());
  return standIn;
}

for (const dialect of Object.keys(suiteDialects) as DialectName[]) {
  const { schema } = shareExecutor(await loadServerDialect(dialect), 'mock');
  const commentable = schema.getType('CommentableInterface');
  const commentableTypes = isInterfaceType(commentable) ? schema.getPossibleTypes(commentable) : [];
  describe(`with ${dialect}, a record that was just created`, () => {
    for (const [typeName, field] of Object.keys(actions).map(
      (coordinate) => coordinate.split('.') as [string, string],
    )) {
      const type = schema.getType(typeName);
      if (isObjectType(type) && field in type.getFields())
        test(`has the effect of ${typeName}.${field}`, (t) => testAction(t, dialect, typeName, field));
    }
    for (const { name } of commentableTypes)
      if (Object.hasOwn(recordTypes, name)) test(`gets a comment as a ${name}`, (t) => testComment(t, dialect, name));
  });
}
