import { valueAt } from '../model/json-value.ts';
import type { Target } from '../model/target.ts';
import { ask, idOf, objectsAt } from './ask.ts';
import type { FoundProcess } from './spaces.ts';
import { timesIn } from './time-zone.ts';

/** Values of placeholders, by name. */
export type Names = Record<string, string | number>;

export interface FoundRecords {
  names: Names;
  /** Why some names were chosen. */
  evidence: string[];
  /** Every time that a record has. */
  times: string[];
}

interface Candidate {
  names: Names;
  evidence: string[];
  times: string[];
  /** How much a component shows of what cases need. */
  score: number;
}

type Read = (target: Target, id: string, userIds: Set<string>) => Promise<Candidate>;

const asName = (id: string): string | number => (/^\d{1,15}$/.test(id) ? Number(id) : id);
const named = (name: string, record: unknown): Names => {
  const id = idOf(record);
  return id === undefined ? {} : { [name]: asName(id) };
};

const readProposals: Read = async (target, component, userIds) => {
  const data = await ask(
    target,
    'anonymous',
    `{ component(id: $component) { createdAt ... on Proposals { proposals(first: 25) {
      nodes { id state cost answeredAt createdAt authors { id deleted } } } } } }`,
    { component },
  );
  const proposals = objectsAt(data, ['component', 'proposals', 'nodes']);
  // Decidim fails when it accepts the proposal of an API user, and an official proposal has no author.
  const byPeople = proposals.filter((each) => {
    const authors = objectsAt(each, ['authors']);
    return authors.length > 0 && authors.every((author) => !author['deleted'] && !userIds.has(idOf(author) ?? ''));
  });
  const plain = byPeople.filter(
    ({ state, answeredAt, cost }) => state === null && answeredAt === null && cost === null,
  );
  const showsCosts = proposals.some(({ cost }) => cost !== null);
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
    times: timesIn(data),
    score: (proposal ? 2 : 0) + (showsCosts ? 1 : 0),
  };
};

const readMeetings: Read = async (target, component, userIds) => {
  const data = await ask(
    target,
    'anonymous',
    `{ component(id: $component) { createdAt ... on Meetings { meetings(first: 25) {
      nodes { id closed createdAt startTime author { id nickname } } } } } }`,
    { component },
  );
  const meetings = objectsAt(data, ['component', 'meetings', 'nodes']);
  const open = meetings.filter(({ closed, author }) => closed === false && author !== null);
  const closed = meetings.find((each) => each['closed'] === true && userIds.has(idOf(each['author']) ?? ''));
  const evidence = open[0]
    ? `users created meetings in component ${component}`
    : `nothing shows whether participants may create meetings in component ${component}`;
  return {
    names: {
      meetings: asName(component),
      ...(meetings.length > 2 && { manyMeetings: asName(component) }),
      ...named('meeting', open[0]),
      ...named('closedMeeting', closed),
    },
    evidence: [`${evidence}: a run in mode write tries`],
    times: timesIn(data),
    score: (open[0] ? 2 : 0) + (meetings.length > 2 ? 1 : 0),
  };
};

const readResults: Read = async (target, component) => {
  const data = await ask(
    target,
    'anonymous',
    `{ component(id: $component) { createdAt ... on Accountability { results(first: 25) {
      nodes { id createdAt parent { id } status { id } } } } } }`,
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
    times: timesIn(data),
    score: results.length > 0 ? 1 : 0,
  };
};

const readBudgets: Read = async (target, component) => {
  const data = await ask(
    target,
    'anonymous',
    `{ component(id: $component) { createdAt ... on Budgets { budgets(first: 5) { nodes { projects { id } } } } } }`,
    { component },
  );
  const [project] = objectsAt(data, ['component', 'budgets', 'nodes']).flatMap((each) => objectsAt(each, ['projects']));
  const names = { budgets: asName(component), ...named('project', project) };
  return { names, evidence: [], times: timesIn(data), score: project ? 1 : 0 };
};

const readPage: Read = async (_target, component) =>
  Promise.resolve({ names: { page: asName(component) }, evidence: [], times: [], score: 0 });

const readers: Record<string, Read> = {
  Proposals: readProposals,
  Meetings: readMeetings,
  Accountability: readResults,
  Budgets: readBudgets,
  Pages: readPage,
};

/** How many components of a kind are looked at. */
const maxCandidates = 10;

/**
 * Chooses components and records that cases can use: of each kind the component that shows the most of what they need, in a
 * process that everybody sees.
 */
export async function findRecords(
  target: Target,
  processes: FoundProcess[],
  userIds: Set<string>,
): Promise<FoundRecords> {
  const found: FoundRecords = { names: {}, evidence: [], times: [] };
  for (const [type, read] of Object.entries(readers)) {
    const ids = processes.flatMap(({ components }) =>
      components.filter((each) => each.type === type).map(({ id }) => id),
    );
    const candidates: Candidate[] = [];
    for (const id of ids.slice(0, maxCandidates)) candidates.push(await read(target, id, userIds));
    const [best] = candidates.toSorted((a, b) => b.score - a.score);
    found.times.push(...candidates.flatMap(({ times }) => times));
    // Cases about pages of meetings need no other record of their component.
    const many = candidates.find(({ names }) => names['manyMeetings'] !== undefined)?.names['manyMeetings'];
    Object.assign(found.names, many === undefined ? {} : { manyMeetings: many }, best?.names);
    found.evidence.push(...(best?.evidence ?? []));
  }
  const meetings = String(found.names['meetings']);
  const process = processes.find(({ components }) => components.some(({ id }) => id === meetings));
  if (process) found.names['process'] = process.slug;
  return found;
}

/** Chooses taxonomies: a root, and below it one without and one with children. */
export async function findTaxonomies(target: Target): Promise<Names> {
  const data = await ask(
    target,
    'anonymous',
    '{ organization { taxonomies { id isRoot children { id children { id } } } } }',
  );
  const roots = objectsAt(data, ['organization', 'taxonomies']).filter(({ isRoot }) => isRoot === true);
  const depth = (root: unknown): number =>
    Math.max(0, ...objectsAt(root, ['children']).map((each) => 1 + objectsAt(each, ['children']).length));
  const [root] = roots.toSorted((a, b) => depth(b) - depth(a));
  const children = objectsAt(root, ['children']);
  const parent = children.find((each) => objectsAt(each, ['children']).length > 0);
  const leaf = children.find((each) => each !== parent) ?? children[0];
  return {
    ...named('rootTaxonomy', root),
    ...named('taxonomy', leaf),
    ...named('parentTaxonomy', parent),
    ...named('childTaxonomy', parent && objectsAt(parent, ['children'])[0]),
  };
}

/** An id that no component, meeting, proposal or result has. */
export async function findUnknownId(target: Target): Promise<number | undefined> {
  for (const id of [987_654_321, 876_543_219, 765_432_198]) {
    const data = await ask(target, 'anonymous', '{ component(id: $id) { id } }', { id: String(id) });
    if (valueAt(data, ['component']) === null) return id;
  }
  return undefined;
}
