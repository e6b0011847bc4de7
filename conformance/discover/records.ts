import { valueAt } from '../../src/client/json-value.ts';
import type { Target } from '../../src/client/target.ts';
import { ask, objectsAt } from '../../src/client/query-target.ts';
import { type Candidate, type Names, named } from './candidates.ts';
import { componentReaders } from './components.ts';
import type { FoundSpace } from './spaces.ts';

export interface FoundRecords {
  names: Names;
  /** Why some names were chosen. */
  evidence: string[];
}

/** How many components of a kind are looked at. */
const maxCandidates = 10;

/**
 * Chooses components and records that cases can use: of each kind the component that shows the most of what they need, in a
 * process that everybody sees, or in an assembly if no process has the kind.
 */
export async function findRecords(target: Target, spaces: FoundSpace[], userIds: Set<string>): Promise<FoundRecords> {
  const found: FoundRecords = { names: {}, evidence: [] };
  for (const [type, read] of Object.entries(componentReaders)) {
    const idsIn = (spaceType: FoundSpace['type']) =>
      spaces
        .filter((space) => space.type === spaceType)
        .flatMap(({ components }) => components.filter((each) => each.type === type).map(({ id }) => id));
    const ofProcesses = idsIn('process');
    const ids = ofProcesses.length > 0 ? ofProcesses : idsIn('assembly');
    const candidates: Candidate[] = [];
    for (const id of ids.slice(0, maxCandidates)) candidates.push(await read(target, id, userIds));
    const [best] = candidates.toSorted((a, b) => b.score - a.score);
    // Cases about pages of meetings need no other record of their component.
    const many = candidates.find(({ names }) => names['manyMeetings'] !== undefined)?.names['manyMeetings'];
    Object.assign(found.names, many === undefined ? {} : { manyMeetings: many }, best?.names);
    found.evidence.push(...(best?.evidence ?? []));
  }
  const meetings = String(found.names['meetings']);
  const space = spaces.find((each) => each.type === 'process' && each.components.some(({ id }) => id === meetings));
  if (space) found.names['process'] = space.slug;
  return found;
}

/** Chooses what only the dialects of Decidim have: an assembly, and a proposal with comments. */
export async function findDecidimRecords(target: Target, spaces: FoundSpace[], { proposals }: Names): Promise<Names> {
  if (target.dialect.family !== 'decidim') return {};
  const assembly = named(
    'assembly',
    spaces.find(({ type }) => type === 'assembly'),
  );
  if (proposals === undefined) return assembly;
  const data = await ask(
    target,
    'anonymous',
    '{ component(id: $component) { ... on Proposals { proposals(first: 25) { nodes { id hasComments } } } } }',
    { component: String(proposals) },
  );
  const commented = objectsAt(data, ['component', 'proposals', 'nodes']).find((each) => each['hasComments'] === true);
  return { ...assembly, ...named('commentedProposal', commented) };
}

const depth = (root: unknown): number =>
  Math.max(0, ...objectsAt(root, ['children']).map((each) => 1 + objectsAt(each, ['children']).length));

/** Chooses taxonomies: a root, and below it one without and one with children. */
export async function findTaxonomies(target: Target): Promise<Names> {
  const data = await ask(
    target,
    'anonymous',
    '{ organization { taxonomies { id isRoot children { id children { id } } } } }',
  );
  const roots = objectsAt(data, ['organization', 'taxonomies']).filter(({ isRoot }) => isRoot === true);
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
