import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { dialectsWith } from '../test/support/dialects.ts';
import { createTemporaryFolder, isCommandError } from '../test/support/folders.ts';
import { setDay } from '../test/support/inputs.ts';
import {
  type Case,
  type HttpStepRequest,
  type Mode,
  type Target,
  type TargetRequest,
  NoResponseError,
  exitCodeOf,
  loadCases,
  runConformance,
} from './index.ts';
import { graphqlRequest } from '../src/client/http-message.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { Ledger } from './ledger.ts';

/** A real server in a dialect, as a deployment that cannot be reset, and requests to it. */
async function startDeployment(t: TestContext, dialect: string) {
  const { reset: _, ...target } = await startInProcessTarget({ dialect });
  t.after(() => target.close());
  const send = async (query: string, actor: 'admin' | 'member' | 'anonymous' = 'anonymous') => {
    const headers = await target.authorizationHeaders(actor);
    const { json } = await target.send(graphqlRequest(query, {}, headers));
    const { data, errors } = json as { data: unknown; errors?: unknown };
    assert.equal(errors, undefined, JSON.stringify(errors));
    return data;
  };
  const answerProposal = (attributes: string) =>
    send(
      `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
        answer(input: { attributes: { ${attributes} } }) { id } } } } }`,
      'admin',
    );
  const readProposal = () =>
    send(`{ component(id: 1) { ... on Proposals { proposal(id: 1) { state answeredAt cost answer { translations { locale text } }
      costReport { translations { locale text } } executionPeriod { translations { locale text } } } } } }`);
  const ledgerFile = join(createTemporaryFolder(t), 'ledger');
  const notices: string[] = [];
  const onNotice = (text: string) => notices.push(text);
  const run = (options: { only?: string; cases?: Case[]; mode?: Mode; target?: Partial<Target> }) =>
    runConformance({ ledgerFile, mode: 'write', onNotice, ...options, target: { ...target, ...options.target } });
  return {
    notices,
    ledgerFile,
    target,
    send,
    answerProposal,
    readProposal,
    run,
    ledger: () => new Ledger(ledgerFile),
  };
}

const caseOf = (query: string, actor: 'admin' | 'member', expect: Case['steps'][number]['expect']): Case => ({
  id: 'document/custom',
  description: 'A case of a test',
  requirements: ['document.several'],
  level: 'MUST',
  steps: [{ actor, query, expect }],
});

// A proposal with a cost and texts that is not answered.
const prepared =
  'state: "not_answered", cost: 1234.5, answerContent: { en: "Before", ca: "Abans" }, costReport: { en: "Cheap" }';
const meetingInput = `input: { locale: "en", attributes: { title: "A meeting", description: "Described.",
  startTime: "2031-03-12T18:00:00Z", endTime: "2031-03-12T20:00:00Z", registrationType: REGISTRATION_DISABLED,
  typeOfMeeting: IN_PERSON, address: "Main Square 1", location: "Hall" } }`;
const otherAnswer =
  'state: "rejected", cost: 1, answerContent: { en: "X" }, costReport: { en: "X" }, executionPeriod: { en: "X" }';

for (const only of ['read/closed', 'update-meeting/withdrawn', 'update-meeting/components-not-found/1'])
  test(`${only} changes a meeting that the run created`, async (t) => {
    const { run } = await startDeployment(t, 'decidim-0.32');
    const { verdict, cleanUpFailures } = await run({ only });
    assert.equal(verdict, 'no difference');
    assert.deepEqual(cleanUpFailures, []);
  });

test('sends no answer to a proposal that is answered, because an undo changes when that was', async (t) => {
  const { answerProposal, readProposal, run, ledger } = await startDeployment(t, 'specification');
  await answerProposal('state: "rejected"');
  const before = await readProposal();
  const { results } = await run({ only: 'answer/accepted' });
  assert.deepEqual(
    results.map(({ outcome, reason }) => [outcome, reason?.split(',')[0]]),
    [['could not run', 'component.proposal.answeredAt has a value']],
  );
  assert.deepEqual([await readProposal(), ledger().openEntries], [before, []]);
});

for (const dialect of dialectsWith('MeetingsMutation.createMeeting').filter((each) => each !== 'specification')) {
  test(`${dialect}: restores an answer that aliased mutations overwrote`, async (t) => {
    const { answerProposal, readProposal, run, ledger } = await startDeployment(t, dialect);
    await answerProposal(prepared);
    const before = await readProposal();
    const { verdict, leftovers, cleanUpFailures } = await run({ only: 'document/in-order' });
    assert.equal(verdict, 'no difference');
    assert.deepEqual(await readProposal(), before);
    assert.deepEqual([leftovers, cleanUpFailures, ledger().openEntries], [[], [], []]);
  });

  test(`${dialect}: restores every attribute of an answer in a document with literals`, async (t) => {
    const { answerProposal, readProposal, run, ledger } = await startDeployment(t, dialect);
    await answerProposal(prepared);
    const before = await readProposal();
    const query = `mutation { c: component(id: 1) { ...P } } fragment P on ProposalsMutation { p: proposal(id: 1) {
      a: answer(input: { attributes: { ${otherAnswer} } }) { state } } }`;
    const { verdict } = await run({
      cases: [caseOf(query, 'admin', { data: { c: { p: { a: { state: 'rejected' } } } } })],
    });
    assert.equal(verdict, 'no difference');
    assert.deepEqual(await readProposal(), before);
    assert.deepEqual(ledger().openEntries, []);
  });

  test(`${dialect}: restores an answer that an HTTP step overwrote`, async (t) => {
    const { answerProposal, readProposal, run, ledger } = await startDeployment(t, dialect);
    await answerProposal(prepared);
    const before = await readProposal();
    const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
      answer(input: { attributes: { ${otherAnswer} } }) { id } } } } }`;
    const headers = { 'Content-Type': 'application/json' };
    const http = { method: 'POST', headers, body: JSON.stringify({ query }) };
    const testCase = caseOf(query, 'admin', { data: { component: { proposal: { answer: { id: '1' } } } } });
    const [{ expect }] = testCase.steps as [Case['steps'][number]];
    const { verdict } = await run({ cases: [{ ...testCase, steps: [{ actor: 'admin', http, expect }] }] });
    assert.equal(verdict, 'no difference');
    assert.deepEqual(await readProposal(), before);
    assert.deepEqual(ledger().openEntries, []);
  });

  test(`${dialect}: keeps an entry open if a read does not show the restored answer`, async (t) => {
    const { target, answerProposal, run, ledger } = await startDeployment(t, dialect);
    await answerProposal(prepared);
    // Accepts the mutation that restores the answer, and does nothing.
    const send = async (request: TargetRequest) => {
      if (!request.body?.includes('not_answered')) return target.send(request);
      const json = { data: { component: { proposal: { answer: { id: '1' } } } } };
      return { status: 200, contentType: 'application/json', text: JSON.stringify(json), json, milliseconds: 0 };
    };
    const { cleanUpFailures } = await run({ only: 'document/in-order', target: { send } });
    assert.equal(cleanUpFailures.length, 1);
    assert.match(cleanUpFailures[0]!, /^the answer of proposal 1 in component 1: .*"rejected"/);
    assert.equal(ledger().openEntries.length, 1);
  });
}

for (const dialect of dialectsWith('MeetingsMutation.createMeeting')) {
  test(`${dialect}: lists every meeting that aliased mutations created`, async (t) => {
    const { run, ledger } = await startDeployment(t, dialect);
    const { verdict, leftovers, cleanUpFailures } = await run({ only: 'document/two-mutations' });
    const meetings = ['meeting 6 in component 2', 'meeting 5 in component 2'];
    const isUndone = dialect !== 'specification';
    assert.equal(verdict, 'no difference');
    assert.deepEqual([leftovers, cleanUpFailures], [isUndone ? [] : meetings, []]);
    assert.deepEqual(
      ledger().openEntries.map(({ what, id }) => what.replace('of unknown id', id ?? '')),
      leftovers,
    );
  });

  test(`${dialect}: withdraws a meeting that an HTTP step created`, async (t) => {
    const { run } = await startDeployment(t, dialect);
    const { verdict, leftovers, cleanUpFailures } = await run({ only: 'document/literal-block-string' });
    const isUndone = dialect !== 'specification';
    assert.equal(verdict, 'no difference');
    const meetings = ['meeting 6 in component 2', 'meeting 5 in component 2'];
    assert.deepEqual([leftovers, cleanUpFailures], [isUndone ? [] : meetings, []]);
  });

  test(`${dialect}: lists a meeting that cannot be withdrawn in a component in which meetings may stay`, async (t) => {
    const { run } = await startDeployment(t, dialect);
    const { verdict, leftovers, cleanUpFailures } = await run({ only: 'create-meeting/in-the-past' });
    assert.equal(verdict, 'no difference');
    assert.deepEqual([leftovers, cleanUpFailures], [['meeting 5 in component 2'], []]);
  });

  test(`${dialect}: sends no case that leaves meetings where none may stay`, async (t) => {
    const { target, run } = await startDeployment(t, dialect);
    const { keptMeetings: _, ...placeholders } = target.placeholders;
    const { results } = await run({ only: 'create-meeting/in-the-past', target: { placeholders } });
    assert.match(results[0]!.reason!, /add "meetings" to mayChange/);
    const validated = await run({ only: 'create-meeting/in-the-past', mode: 'validate', target: { placeholders } });
    assert.match(validated.results[0]!.reason!, /mode validate cannot check the rest/);
  });

  test(`${dialect}: lists a meeting whose id a failed field hides`, async (t) => {
    const { run } = await startDeployment(t, dialect);
    const query = `mutation { a: component(id: 2) { ... on MeetingsMutation { createMeeting(${meetingInput}) { id } } } b: component(id: 987654321) { __typename } }`;
    const { leftovers } = await run({
      cases: [caseOf(query, 'member', { errorCode: 'NOT_FOUND_ERROR', path: ['b'], data: null })],
    });
    assert.deepEqual(leftovers, ['meeting of unknown id in component 2']);
  });
}

test('decidim-0.32: lists a meeting whose id an error in its selection hides', async (t) => {
  const { run } = await startDeployment(t, 'decidim-0.32');
  const query = `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(${meetingInput}) { id onlineMeetingUrl } } } }`;
  const { leftovers } = await run({ cases: [caseOf(query, 'member', { data: {} })] });
  assert.deepEqual(leftovers, ['meeting of unknown id in component 2']);
});

test('decidim-0.32: an id that the list had before is not that of a created meeting', async (t) => {
  const { target, run } = await startDeployment(t, 'decidim-0.32');
  const create = `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(${meetingInput}) { id } } } }`;
  const update = `mutation { component(id: 2) { ... on MeetingsMutation { meeting(id: $id) {
    withdraw(input: {}) { id } } } } }`.replace('mutation', 'mutation ($id: ID!)');
  const send = async (request: TargetRequest) => {
    const response = await target.send(request);
    if (!request.body?.includes('createMeeting')) return response;
    const json: unknown = JSON.parse(response.text.replace(/"id":"\d+"/, '"id":"1"'));
    return { ...response, json };
  };
  const any = { data: { $is: 'object' } };
  const [first] = caseOf(create, 'member', any).steps;
  const steps: Case['steps'] = [
    { ...first!, capture: { own: 'component.createMeeting.id' } },
    { actor: 'member', query: update, variables: { id: '$own' }, expect: any },
  ];
  const { results } = await run({
    cases: [{ ...caseOf(create, 'member', any), steps }],
    target: { send, mayChange: new Set() },
  });
  assert.deepEqual([results[0]!.outcome, results[0]!.exchanges.length], ['could not run', 1]);
  assert.match(results[0]!.reason!, /^it changes the target's meeting: add "meeting" to mayChange/);
});

test('undoes what a mutation without a response has written', async (t) => {
  const { target, answerProposal, readProposal, run } = await startDeployment(t, 'decidim-0.32');
  await answerProposal(prepared);
  const before = await readProposal();
  const send = async (request: TargetRequest) => {
    const response = await target.send(request);
    if (/Titled |rejected/.test(request.body ?? '')) throw new NoResponseError('the connection was closed');
    return response;
  };
  const { leftovers, cleanUpFailures, results } = await run({
    cases: loadCases().filter(({ id }) => ['create-meeting/title', 'answer/rejected'].includes(id)),
    target: { send },
  });
  assert.deepEqual(
    results.map(({ outcome, reason }) => [outcome, reason]),
    Array.from({ length: 2 }, () => ['could not run', `${target.url} did not respond: the connection was closed`]),
  );
  assert.deepEqual([leftovers, cleanUpFailures], [[], []]);
  assert.deepEqual(await readProposal(), before);
});

test('decidim-0.32: asks a target that does not respond a few times only, and keeps its entries open', async (t) => {
  const { target, run, ledger } = await startDeployment(t, 'decidim-0.32');
  let attempts = 0;
  const send = async (request: TargetRequest) => {
    if (!request.body?.includes('withdraw(')) return target.send(request);
    attempts += 1;
    throw new NoResponseError('the connection was closed');
  };
  const { cleanUpFailures } = await run({ only: 'create-meeting/t', target: { send } });
  assert.ok(cleanUpFailures.length > 3, String(cleanUpFailures.length));
  for (const each of cleanUpFailures) assert.match(each, /^meeting \d+ in component 2: the target does not respond$/);
  assert.equal(attempts, 2);
  assert.equal(ledger().openEntries.length, cleanUpFailures.length);
});

test('decidim-0.32: marks a meeting as undone that is withdrawn already', async (t) => {
  const { target, run, ledger } = await startDeployment(t, 'decidim-0.32');
  // Withdraws the meeting twice; the second attempt is refused.
  const send = async (request: TargetRequest) => {
    if (request.body?.includes('withdraw(')) await target.send(request);
    return target.send(request);
  };
  const { cleanUpFailures } = await run({ only: 'create-meeting/title', target: { send } });
  assert.deepEqual([cleanUpFailures, ledger().openEntries], [[], []]);
});

test('decidim-0.32: makes an unanswered proposal unanswered again', async (t) => {
  const { readProposal, run, ledger } = await startDeployment(t, 'decidim-0.32');
  const before = await readProposal();
  const { verdict, leftovers, cleanUpFailures } = await run({ only: 'document/in-order' });
  assert.equal(verdict, 'no difference');
  assert.deepEqual(await readProposal(), before);
  assert.deepEqual([leftovers, cleanUpFailures, ledger().openEntries], [[], [], []]);
});

test('specification: lists the answer of a proposal that was unanswered', async (t) => {
  const { run, ledger } = await startDeployment(t, 'specification');
  const { leftovers, cleanUpFailures } = await run({ only: 'document/in-order' });
  assert.deepEqual([leftovers, cleanUpFailures], [['the answer of proposal 1 in component 1'], []]);
  assert.deepEqual(
    ledger().openEntries.map(({ write }) => write),
    ['ProposalMutation.answer'],
  );
});

test('decidim-0.32: reports a mutation that it cannot undo because it does not know it', async (t) => {
  setDay(t);
  const { target, send, run, ledger } = await startDeployment(t, 'decidim-0.32');
  const query =
    'mutation { component(id: 2) { ... on MeetingsMutation { meeting(id: 2) { done: withdraw(input: {}) { id } } } } }';
  const { verdict, leftovers, cleanUpFailures } = await run({
    cases: [caseOf(query, 'member', { data: { component: { meeting: { done: { id: '2' } } } } })],
    target: { placeholders: { ...target.placeholders, meeting: '2' } },
  });
  assert.equal(verdict, 'no difference');
  assert.deepEqual(leftovers, []);
  assert.deepEqual(cleanUpFailures, [
    'MeetingMutation.withdraw in component 2, meeting 2: no way is known to undo this mutation',
  ]);
  assert.equal(ledger().openEntries.length, 1);
  const data = await send('{ component(id: 2) { ... on Meetings { meeting(id: 2) { withdrawn } } } }');
  assert.deepEqual(data, { component: { meeting: { withdrawn: true } } });
});

test('decidim-0.32: keeps an entry open if a read does not show the withdrawn meeting', async (t) => {
  const { target, run, ledger } = await startDeployment(t, 'decidim-0.32');
  const send = async (request: TargetRequest) => {
    if (!request.body?.includes('withdraw(')) return target.send(request);
    const json = { data: { component: {} } };
    return { status: 200, contentType: 'application/json', text: JSON.stringify(json), json, milliseconds: 0 };
  };
  const { cleanUpFailures } = await run({ only: 'create-meeting/title', target: { send } });
  assert.ok(cleanUpFailures.length > 0);
  assert.match(cleanUpFailures.at(-1)!, /^meeting 5 in component 2: .*"withdrawn":false/);
  assert.equal(ledger().openEntries.length, cleanUpFailures.length);
});

test('decidim-develop: deletes the results that a run created, whatever the run did with them', async (t) => {
  const { send, run, ledger } = await startDeployment(t, 'decidim-develop');
  const ids = new Set([
    'update-result/child-moves',
    'delete-result/another',
    'milestone/updated',
    'create-result/title',
  ]);
  const { verdict, leftovers, cleanUpFailures } = await run({
    cases: loadCases().filter(({ id }) => ids.has(id)),
  });
  assert.equal(verdict, 'no difference');
  assert.deepEqual([leftovers, cleanUpFailures, ledger().openEntries], [[], [], []]);
  const data = await send('{ component(id: 4) { ... on Accountability { results { nodes { id } } } } }');
  assert.deepEqual(data, { component: { results: { nodes: [{ id: '1' }, { id: '2' }] } } });
});

test('decidim-develop: lists the deletion of a result that the run did not create', async (t) => {
  const { run } = await startDeployment(t, 'decidim-develop');
  const query = `mutation { component(id: 4) { ... on AccountabilityMutation { result(id: 2) { delete(id: 2) { id } } } } }`;
  const { leftovers } = await run({
    cases: [caseOf(query, 'admin', { data: { component: { result: { delete: { id: '2' } } } } })],
  });
  assert.deepEqual(leftovers, ['result 2 in component 4, which was deleted']);
});

const answerDeclared = (declared: string, name = '') =>
  `mutation${name}(${declared}) { component(id: 1) { ... on ProposalsMutation { proposal(id: $id) {
    answer(input: { attributes: { state: "rejected" } }) { id } } } } }`;
const notInMayChange = (id: string) => `it changes proposal ${id}, which no name in mayChange stands for`;

test('a missing id names no record, unless the document has a default', async (t) => {
  const { run } = await startDeployment(t, 'decidim-0.32');
  const refused = { data: null };
  const documents = ['$id: ID!', '$id: ID! = 6', '$id: ID = 6'].map((declared) => answerDeclared(declared));
  documents.push(`${answerDeclared('$id: ID!', ' A')} ${answerDeclared('$id: ID! = 6', ' B')}`);
  documents.push(`${answerDeclared('$id: ID! = "nope"', ' A')} ${answerDeclared('$id: ID! = 6', ' B')}`);
  const { results } = await run({ cases: documents.map((query) => caseOf(query, 'admin', refused)) });
  assert.deepEqual(
    results.map((each) => each.reason),
    [undefined, notInMayChange('6'), notInMayChange('6'), notInMayChange('6'), notInMayChange('nope,6')],
  );
});

const upVote = 'mutation { comment(id: 5) { upVote { id } } }';

test('a field that writes without an input needs a name in mayChange, and is in the ledger', async (t) => {
  const { target, run, ledger } = await startDeployment(t, 'decidim-0.32');
  const addComment =
    'mutation { commentable(id: "5", type: "A", locale: "en", toggleTranslations: false) { addComment(body: "a") { id } } }';
  const cases = [upVote, addComment].map((query) => caseOf(query, 'member', { data: { $is: 'object' } }));
  const refused = await run({ cases });
  assert.deepEqual(
    refused.results.map(({ outcome, reason }) => [outcome, reason]),
    ['comment', 'commentable'].map((name) => [
      'could not run',
      `it changes ${name} 5, which no name in mayChange stands for`,
    ]),
  );
  const mayChange = new Set(['comment']);
  const json = { data: { comment: { upVote: { id: '5' } } } };
  const response = { status: 200, contentType: 'application/json', text: JSON.stringify(json), json, milliseconds: 0 };
  const send = async (request: TargetRequest) => {
    if (!request.body?.includes('upVote')) return target.send(request);
    assert.equal(ledger().openEntries[0]!.what, 'CommentMutation.upVote in comment 5');
    return response;
  };
  const placeholders = { ...target.placeholders, comment: '5' };
  const { results, cleanUpFailures } = await run({
    cases: cases.slice(0, 1),
    target: { send, mayChange, placeholders },
  });
  assert.equal(results[0]!.outcome, 'passed');
  assert.match(cleanUpFailures[0]!, /^CommentMutation\.upVote in comment 5: no way is known/);
});

for (const canUndo of [true, false])
  test(`a crash of the suite after a write ${canUndo ? 'undoes it' : 'names the ledger of what is not undone'}`, async (t) => {
    const { target, answerProposal, readProposal, run, notices, ledgerFile } = await startDeployment(t, 'decidim-0.32');
    await answerProposal(prepared);
    const before = await readProposal();
    const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
      answer(input: { attributes: { ${otherAnswer} } }) { id } } } } }`;
    const send = async (request: TargetRequest) => {
      if (!canUndo && request.body?.includes('not_answered')) throw new NoResponseError('the connection was closed');
      return target.send(request);
    };
    // The loader of files refuses it.
    const expect = { data: { component: { proposal: { answer: { id: { $text: '(' } } } } } };
    await assert.rejects(run({ cases: [caseOf(query, 'admin', expect)], target: { send } }), SyntaxError);
    if (canUndo) assert.deepEqual(await readProposal(), before);
    const advice = `Not everything is undone: plenum conform cleanup --ledger ${ledgerFile}`;
    assert.equal(notices.includes(advice), !canUndo);
  });

test('a target that stops responding during a trial is an outage', async (t) => {
  const { target, run } = await startDeployment(t, 'decidim-0.32');
  let isStopped = false;
  const send = async (request: TargetRequest) => {
    // What is read before the first answer.
    isStopped ||= request.body?.includes('costReport') === true;
    if (isStopped) throw new NoResponseError('the connection was closed');
    return target.send(request);
  };
  const report = await run({ only: 'answer/accepted', target: { send } });
  assert.ok(isStopped);
  assert.deepEqual([report.verdict, exitCodeOf(report)], ['stopped', 4]);
});

test('before a run writes to another machine, it says what own cases write', async (t) => {
  const { run, notices } = await startDeployment(t, 'decidim-0.32');
  const answer = '... on ProposalsMutation { proposal(id: 1) { answer(input: { attributes: {} }) { id } } }';
  const httpCase = (http: HttpStepRequest): Case => ({
    ...caseOf('', 'member', { data: null }),
    steps: [{ actor: 'member', http, expect: { data: null } }],
  });
  const cases = [
    caseOf(`mutation { a: component(id: 1) { ${answer} } b: component(id: 1) { ${answer} } }`, 'admin', { data: null }),
    caseOf(upVote, 'member', { data: null }),
    httpCase({ method: 'POST', body: JSON.stringify({ query: upVote }) }),
    httpCase({ method: 'GET', path: `?query=${encodeURIComponent(upVote)}` }),
    httpCase({ method: 'POST', parameters: { query: upVote } }),
    caseOf('{ organization { __typename } }', 'admin', { data: null }),
  ];
  await assert.rejects(
    run({ cases, target: { url: 'http://192.0.2.1/api' } }),
    isCommandError(2, /--confirm 192\.0\.2\.1/),
  );
  assert.deepEqual(notices, [
    'This run writes to 192.0.2.1: at most 2 ProposalMutation.answer, 4 CommentMutation.upVote.',
  ]);
});
