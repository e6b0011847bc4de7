import { valueAt } from '../../src/client/json-value.ts';
import { ask, idOf, objectsAt } from '../../src/client/query-target.ts';
import { type Read, asName, named, readList } from './candidates.ts';

const readProposals: Read = async (target, component, userIds) => {
  const data = await ask(
    target,
    'anonymous',
    `{ component(id: $component) { ... on Proposals { proposals(first: 25) {
      nodes { id state cost answeredAt authors { id deleted } } } } } }`,
    { component },
  );
  const proposals = objectsAt(data, ['component', 'proposals', 'nodes']);
  // Decidim fails when it accepts the proposal of an API user, and an official proposal has no author.
  const byPeople = proposals.filter((each) => {
    const authors = objectsAt(each, ['authors']);
    return authors.length > 0 && authors.every((author) => !author['deleted'] && !userIds.has(idOf(author) ?? ''));
  });
  // A release may lack one of the fields.
  const plain = byPeople.filter(({ state, answeredAt, cost }) =>
    [state, answeredAt, cost].every((each) => (each ?? null) === null),
  );
  const showsCosts = proposals.some(({ cost }) => (cost ?? null) !== null);
  const [proposal, otherProposal] = plain;
  return {
    names: {
      proposals: asName(component),
      ...named('proposal', proposal),
      ...named('otherProposal', otherProposal),
      proposalsWithCosts: asName(component),
      ...named('proposalWithCosts', proposal),
    },
    evidence: [
      showsCosts
        ? `proposals in component ${component} show costs`
        : `nothing shows whether component ${component} shows costs and accepts answers: a run in mode write tries`,
    ],
    score: (proposal ? 2 : 0) + (showsCosts ? 1 : 0),
  };
};

const readMeetings: Read = async (target, component, userIds) => {
  const askFor = (author: string) =>
    ask(
      target,
      'anonymous',
      `{ component(id: $component) { ... on Meetings { meetings(first: 25) {
        nodes { id closed ${author} } } } } }`,
      { component },
    );
  // Decidim 0.31 fails if an author is an API user.
  const withAuthors = await askFor('author { id nickname }');
  const data = valueAt(withAuthors, ['component']) === undefined ? await askFor('') : withAuthors;
  const meetings = objectsAt(data, ['component', 'meetings', 'nodes']);
  const open = meetings.find(({ closed, author }) => closed === false && author !== null);
  const closed = meetings.find((each) => each['closed'] === true && userIds.has(idOf(each['author']) ?? ''));
  const evidence = open
    ? `users created meetings in component ${component}`
    : `nothing shows whether participants may create meetings in component ${component}`;
  return {
    names: {
      meetings: asName(component),
      ...(meetings.length > 2 && { manyMeetings: asName(component) }),
      ...named('meeting', open),
      ...named('closedMeeting', closed),
    },
    evidence: [`${evidence}: a run in mode write tries`],
    score: (open ? 2 : 0) + (meetings.length > 2 ? 1 : 0),
  };
};

const readResults: Read = async (target, component) => {
  const data = await ask(
    target,
    'anonymous',
    `{ component(id: $component) { ... on Accountability { results(first: 25) {
      nodes { id parent { id } status { id } } } } } }`,
    { component },
  );
  const results = objectsAt(data, ['component', 'results', 'nodes']);
  const child = results.find(({ parent }) => parent);
  const status = results.find((each) => each['status'])?.['status'];
  return {
    names: {
      accountability: asName(component),
      ...named(
        'result',
        results.find(({ parent }) => !parent),
      ),
      ...named('childResult', child),
      ...named('status', status),
    },
    evidence: [],
    score: results.length > 0 ? 1 : 0,
  };
};

const readBudgets: Read = async (target, component) => {
  const data = await ask(
    target,
    'anonymous',
    `{ component(id: $component) { ... on Budgets { budgets(first: 5) { nodes { projects { id } } } } } }`,
    { component },
  );
  const [project] = objectsAt(data, ['component', 'budgets', 'nodes']).flatMap((each) => objectsAt(each, ['projects']));
  const names = { budgets: asName(component), ...named('project', project) };
  return { names, evidence: [], score: project ? 1 : 0 };
};

const readPage: Read = async (_target, component) =>
  Promise.resolve({ names: { page: asName(component) }, evidence: [], score: 0 });

/** How components are read, by their type. */
export const componentReaders: Record<string, Read> = {
  Proposals: readProposals,
  Meetings: readMeetings,
  Accountability: readResults,
  Budgets: readBudgets,
  Pages: readPage,
  Debates: readList('Debates', 'debates', { component: 'debates', record: 'debate' }),
  Blogs: readList('Blogs', 'posts', { component: 'blogs', record: 'post' }),
};
