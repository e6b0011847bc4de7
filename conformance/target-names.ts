import { isJsonObject, valueAt } from '../src/client/json-value.ts';
import { formatValue, truncate } from '../src/client/format-text.ts';
import { idOf, objectsAt } from '../src/client/query-target.ts';
import type { FoundSpace, TargetReader } from './discover/target-reader.ts';

type Value = string | number;
type Fields = Record<string, unknown>;

/** A name in `placeholders` of a target file: what it means, how it is found, and how its value is checked. */
export interface TargetName {
  meaning: string;
  /** How to find the value if `plenum conform init` does not. */
  advice?: string | ((reader: TargetReader) => string);
  /** A case that needs it does not apply to a target without it. */
  isOptional?: true;
  /** Whether a run in mode `write` tries what no query shows. */
  isTried?: true;
  /** The type of the component in the API; undefined if the name is not a component's, or of any type. */
  componentType?: string;
  /** What is best about one of the records in a component. */
  prefers?(record: Fields): boolean;
  /** The record of another name's component; that component is chosen by how many such records it has. */
  record?: RecordName;
  /** Finds the value; undefined if the target does not show one. */
  find?(reader: TargetReader): Promise<Value | undefined>;
  /** What is wrong with a value, such as `is no component that everybody sees`; undefined if nothing is. */
  check?(reader: TargetReader, value: string): Promise<string | undefined>;
}

interface RecordName {
  /** The name of its component. */
  of: string;
  /** The field of the component that returns a record by its id; that of the list has an s more. */
  field: string;
  /** What is read of it; the next one if the server refuses the first, or fails. */
  selections?: string[];
  /** Whether cases can use a record that is found. Default: all can. */
  suits?(record: Fields, reader: TargetReader): boolean;
  /** How many records that suit are passed over. */
  skip?: number;
  /** Whether it must be closed, or must not. */
  isClosed?: boolean;
  /** The record inside of the found one that is meant; the name is not checked then. */
  inside?(record: Fields): unknown;
}

const asId = (id: string | undefined): Value | undefined =>
  id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : id;

const isEmpty = (value: unknown): boolean => (value ?? null) === null;
const isOfActor = ({ users }: TargetReader, author: unknown): boolean =>
  Object.values(users).some(({ id }) => id === idOf(author));

const proposal = {
  field: 'proposal',
  // Not every release has states as records, and Decidim 0.31 fails if an author is an API user.
  selections: ['proposalState { id }', ''].map((each) => `id state cost answeredAt ${each} authors { id deleted }`),
  // Decidim fails when it accepts the proposal of an API user, and an official proposal has no author. A release may lack one of the fields.
  suits: (record: Fields, reader: TargetReader) => {
    const authors = objectsAt(record, ['authors']);
    const byPeople = authors.length > 0 && authors.every((each) => !each['deleted'] && !isOfActor(reader, each));
    // An answer that is not published shows in its state only.
    const answer = ['state', 'proposalState', 'answeredAt', 'cost'].map((name) => record[name]);
    return byPeople && answer.every(isEmpty);
  },
};
const meeting = { of: 'meetings', field: 'meeting', selections: ['id closed author { id nickname }', 'id closed'] };
const result = { of: 'accountability', field: 'result', selections: ['id parent { id } status { id }'] };

/** The ids of the components of a type: in processes that everybody sees, or in assemblies if no process has the type. */
async function componentIds(reader: TargetReader, type: string): Promise<string[]> {
  const spaces = await reader.spaces('anonymous');
  const idsIn = (spaceType: FoundSpace['type']) =>
    spaces
      .filter((space) => space.type === spaceType)
      .flatMap(({ components }) => components.filter((each) => each.type === type).map(({ id }) => id));
  const ofProcesses = idsIn('process');
  // How many components of a type are looked at.
  return (ofProcesses.length > 0 ? ofProcesses : idsIn('assembly')).slice(0, 10);
}

/** How many records are read one by one, of a list at which the server fails. */
const maxReadOneByOne = 10;

/** The records of a name in a component: that with an id, or the first ones. */
async function recordsIn(reader: TargetReader, name: RecordName, component: string, id?: string): Promise<Fields[]> {
  const { of, field, selections = ['id'] } = name;
  const read = async (records: string, variables = {}): Promise<unknown> => {
    const query = `{ component(id: $component) { ... on ${targetNames[of]!.componentType} { ${records} } } }`;
    return valueAt(await reader.ask(query, { component, ...variables }), ['component']);
  };
  const readList = async (selection: string) =>
    objectsAt(await read(`${field}s(first: 25) { nodes { ${selection} } }`), [`${field}s`, 'nodes']);
  if (id === undefined) {
    for (const selection of selections) {
      const listed = await readList(selection);
      if (listed.length > 0) return listed;
    }
    const ids = (await readList('id')).map(idOf).slice(0, maxReadOneByOne);
    const found: Fields[] = [];
    for (const each of ids) if (each !== undefined) found.push(...(await recordsIn(reader, name, component, each)));
    return found;
  }
  for (const selection of [...selections, 'id']) {
    const found = valueAt(await read(`${field}(id: $record) { ${selection} }`, { record: id }), [field]);
    if (isJsonObject(found)) return [found];
  }
  return [];
}

async function findRecord(reader: TargetReader, name: RecordName, component: string): Promise<string | undefined> {
  const { isClosed, suits, skip = 0, inside } = name;
  const records = (await recordsIn(reader, name, component)).filter(
    (each) => (isClosed === undefined || each['closed'] === isClosed) && (suits?.(each, reader) ?? true),
  );
  const found = records[skip];
  return idOf(found && inside ? inside(found) : found);
}

async function checkRecord(reader: TargetReader, name: RecordName, id: string): Promise<string | undefined> {
  const { of, field, isClosed } = name;
  const component = reader.target.placeholders[of];
  if (component === undefined) return `is a ${field} of ${of}, which has no value`;
  const [found] = await recordsIn(reader, name, String(component), id);
  if (!found) return `is no ${field} that everybody sees in component ${String(component)}`;
  if (isClosed === undefined || found['closed'] === isClosed) return undefined;
  return `is a ${field} that is ${isClosed ? 'not ' : ''}closed`;
}

/** The component of a type that has the most of the records which cases need. */
async function findComponent(reader: TargetReader, name: string, type: string): Promise<string | undefined> {
  const { prefers } = targetNames[name]!;
  let best: { id: string; score: number } | undefined;
  for (const id of await componentIds(reader, type)) {
    let score = 0;
    for (const { record } of Object.values(targetNames)) {
      if (record?.of !== name || (await findRecord(reader, record, id)) === undefined) continue;
      score += prefers && (await recordsIn(reader, record, id)).some(prefers) ? 2 : 1;
    }
    if (!best || score > best.score) best = { id, score };
  }
  return best?.id;
}

async function checkComponent(reader: TargetReader, type: string, id: string): Promise<string | undefined> {
  const actual = await reader.componentType(id);
  if (actual === type) return undefined;
  if (actual === undefined) return 'is no component that everybody sees';
  return `is a component of the type ${typeof actual === 'string' ? truncate(actual, 100) : formatValue(actual, 100)}, not ${type}`;
}

/** The value of a name that a target shows; undefined if it shows none. */
export async function findName(reader: TargetReader, name: string): Promise<Value | undefined> {
  const { advice, componentType, record, find } = targetNames[name]!;
  if (find) return find(reader);
  if (advice !== undefined) return undefined;
  if (componentType !== undefined) return asId(await findComponent(reader, name, componentType));
  const component = record && (await findName(reader, record.of));
  return component === undefined ? undefined : asId(await findRecord(reader, record!, String(component)));
}

/** What is wrong with the values of some names in a target file: records that do not exist, or are of another kind. */
export async function findNameProblems(reader: TargetReader, names: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, { componentType, record, isOptional, check }] of Object.entries(targetNames)) {
    const value = reader.target.placeholders[name];
    if (value === undefined || !names.has(name)) continue;
    const id = String(value);
    const isChecked = record && !record.inside && !isOptional;
    const problem =
      componentType === undefined
        ? await (check?.(reader, id) ?? (isChecked ? checkRecord(reader, record, id) : undefined))
        : await checkComponent(reader, componentType, id);
    if (problem !== undefined) problems.push(`${name}: ${id} ${problem}`);
  }
  return problems;
}

/**
 * A component that an administrator sees in a space, and an anonymous client does not. Only one that is published, in a restricted
 * space, can be read by its id; the participant may not see it either.
 */
async function findHidden(
  reader: TargetReader,
  isPublished: boolean,
): Promise<{ id: string; space: FoundSpace } | undefined> {
  const { admin, member } = reader.users;
  const seen = new Set((await reader.spaces('anonymous')).flatMap(({ components }) => components.map(({ id }) => id)));
  for (const space of admin ? await reader.spaces('admin') : [])
    for (const { id } of space.components.filter((each) => !seen.has(each.id))) {
      if (((await reader.componentType(id, 'admin')) !== undefined) !== isPublished) continue;
      const isShown = isPublished && (await reader.componentType(id)) !== undefined;
      const isShownToMember = isPublished && member && (await reader.componentType(id, 'member')) !== undefined;
      if (!isShown && !isShownToMember) return { id, space };
    }
  return undefined;
}

/** Checks that nobody sees a component with an id; else it is what the problem says. */
const hidden =
  (problem: string): TargetName['check'] =>
  async (reader, id) =>
    (await reader.componentType(id)) === undefined ? undefined : problem;

const readTaxonomies = async (reader: TargetReader): Promise<Fields[]> => {
  const data = await reader.ask('{ organization { taxonomies { id isRoot children { id children { id } } } } }');
  return objectsAt(data, ['organization', 'taxonomies']);
};
const childrenOf = (taxonomy: unknown): Fields[] => objectsAt(taxonomy, ['children']);
const depthOf = (root: Fields): number => Math.max(0, ...childrenOf(root).map((each) => 1 + childrenOf(each).length));
const parentIn = (root: Fields | undefined): Fields | undefined =>
  childrenOf(root).find((each) => childrenOf(each).length > 0);

/** A taxonomy, chosen below the root that has the most, which must be at one of the depths. */
const taxonomy = (depths: number[], choose: (root: Fields) => unknown): Pick<TargetName, 'find' | 'check'> => ({
  async find(reader) {
    const roots = (await readTaxonomies(reader)).filter(({ isRoot }) => isRoot === true);
    const [root] = roots.toSorted((a, b) => depthOf(b) - depthOf(a));
    return asId(idOf(root && choose(root)));
  },
  async check(reader, id) {
    let level = await readTaxonomies(reader);
    for (let depth = 1; depth <= 3; depth += 1) {
      if (level.some((each) => idOf(each) === id))
        return depths.includes(depth) ? undefined : `is a taxonomy at depth ${depth}, not ${depths.join(' or ')}`;
      level = level.flatMap(childrenOf);
    }
    return 'is no taxonomy of the organization';
  },
});

const settings = 'the API does not show settings of components, so look in the administration';
const administration = ({ users }: TargetReader): string =>
  users.admin ? 'none is there that `admin` sees and everybody else does not' : 'only an administrator sees it';

/** The names that the cases of this package use. */
export const targetNames: Record<string, TargetName> = {
  process: {
    meaning: 'slug of the participatory process of `meetings`',
    async find(reader) {
      const id = String(await findName(reader, 'meetings'));
      const spaces = await reader.spaces('anonymous');
      return spaces.find(({ type, components }) => type === 'process' && components.some((each) => each.id === id))
        ?.slug;
    },
    check: async (reader, slug) =>
      (await reader.spaces('anonymous')).some((each) => each.type === 'process' && each.slug === slug)
        ? undefined
        : 'is the slug of no process that everybody sees',
  },
  proposals: {
    meaning: 'component of proposals that accepts answers',
    componentType: 'Proposals',
    isTried: true,
  },
  proposal: {
    meaning: 'published proposal of `proposals`, written by a person and not answered',
    record: { of: 'proposals', ...proposal },
  },
  otherProposal: {
    meaning: 'another one of the same component',
    record: { of: 'proposals', ...proposal, skip: 1 },
  },
  proposalsWithCosts: {
    meaning: 'component of proposals that shows costs',
    componentType: 'Proposals',
    isTried: true,
    prefers: ({ cost }) => !isEmpty(cost),
  },
  proposalWithCosts: {
    meaning: 'proposal of `proposalsWithCosts`, like `proposal`',
    record: { of: 'proposalsWithCosts', ...proposal },
  },
  draftProposal: { meaning: 'draft in `proposals`', advice: 'the API shows drafts to nobody' },
  proposalsOff: {
    meaning: 'component of proposals that accepts no answers',
    componentType: 'Proposals',
    advice: settings,
  },
  proposalOff: {
    meaning: 'proposal of `proposalsOff`',
    record: { of: 'proposalsOff', field: 'proposal' },
    advice: settings,
  },
  proposalsHidden: { meaning: 'component of proposals that hides costs', componentType: 'Proposals', advice: settings },
  proposalHidden: {
    meaning: 'proposal of `proposalsHidden`',
    record: { of: 'proposalsHidden', field: 'proposal' },
    advice: settings,
  },
  meetings: {
    meaning: 'component in which participants may create meetings',
    componentType: 'Meetings',
    isTried: true,
  },
  manyMeetings: {
    meaning: 'component with at least three meetings',
    componentType: 'Meetings',
    async find(reader) {
      for (const id of await componentIds(reader, 'Meetings'))
        if ((await recordsIn(reader, meeting, id)).length > 2) return asId(id);
      return undefined;
    },
  },
  meeting: {
    meaning: 'meeting of `meetings` that has an author and is not closed',
    record: { ...meeting, isClosed: false, suits: ({ author }) => author !== null },
  },
  closedMeeting: {
    meaning: 'closed meeting of `meetings`, created by `member`',
    record: { ...meeting, isClosed: true, suits: ({ author }, reader) => isOfActor(reader, author) },
  },
  meetingsOff: {
    meaning: 'component in which participants may not create meetings',
    componentType: 'Meetings',
    advice: settings,
  },
  accountability: { meaning: 'component of results', componentType: 'Accountability' },
  result: { meaning: 'result of `accountability`', record: { ...result, suits: ({ parent }) => !parent } },
  childResult: {
    meaning: 'result of `accountability` that has a parent',
    record: { ...result, suits: ({ parent }) => Boolean(parent) },
  },
  status: {
    meaning: 'status of results in `accountability`',
    record: { ...result, suits: (each) => Boolean(each['status']), inside: (each) => each['status'] },
  },
  budgets: { meaning: 'component of budgets', componentType: 'Budgets' },
  project: {
    meaning: 'project of a budget in `budgets`',
    record: {
      of: 'budgets',
      field: 'budget',
      selections: ['projects { id }'],
      suits: (each) => objectsAt(each, ['projects']).length > 0,
      inside: (each) => objectsAt(each, ['projects'])[0],
    },
  },
  page: { meaning: 'page component', componentType: 'Pages' },
  unpublished: {
    meaning: 'component that is not published',
    advice: administration,
    find: async (reader) => asId((await findHidden(reader, false))?.id),
    check: hidden('is a component that everybody sees'),
  },
  restricted: {
    meaning: 'component of a process or assembly with restricted access, of which `member` is no member',
    advice: administration,
    find: async (reader) => asId((await findHidden(reader, true))?.id),
    check: hidden('is a component that everybody sees'),
  },
  restrictedProcess: {
    meaning: 'slug of the process of `restricted`',
    advice: administration,
    async find(reader) {
      const space = (await findHidden(reader, true))?.space;
      const ofMember = await reader.spaces(reader.users.member ? 'member' : 'anonymous');
      return space?.type === 'process' && ofMember.every(({ slug }) => slug !== space.slug) ? space.slug : undefined;
    },
  },
  rootTaxonomy: { meaning: 'taxonomy without a parent', ...taxonomy([1], (root) => root) },
  taxonomy: {
    meaning: 'taxonomy below `rootTaxonomy`',
    ...taxonomy([2, 3], (root) => childrenOf(root).find((each) => each !== parentIn(root)) ?? childrenOf(root)[0]),
  },
  parentTaxonomy: { meaning: 'taxonomy below `rootTaxonomy` that has children', ...taxonomy([2], parentIn) },
  childTaxonomy: {
    meaning: 'taxonomy below `parentTaxonomy`',
    ...taxonomy([2, 3], (root) => childrenOf(parentIn(root))[0]),
  },
  commentedProposal: {
    meaning: 'proposal of `proposals` with comments',
    isOptional: true,
    record: {
      of: 'proposals',
      field: 'proposal',
      selections: ['id hasComments'],
      suits: ({ hasComments }) => hasComments === true,
    },
  },
  assembly: {
    meaning: 'published assembly',
    isOptional: true,
    find: async (reader) => asId((await reader.spaces('anonymous')).find(({ type }) => type === 'assembly')?.id),
  },
  debates: { meaning: 'component of debates', componentType: 'Debates', isOptional: true },
  debate: { meaning: 'debate of `debates`', isOptional: true, record: { of: 'debates', field: 'debate' } },
  blogs: { meaning: 'component of posts', componentType: 'Blogs', isOptional: true },
  post: { meaning: 'published post of `blogs`', isOptional: true, record: { of: 'blogs', field: 'post' } },
  unknownId: {
    meaning: 'id that no record has',
    async find(reader) {
      for (const id of [987_654_321, 876_543_219, 765_432_198])
        if (valueAt(await reader.ask('{ component(id: $id) { id } }', { id: String(id) }), ['component']) === null)
          return id;
      return undefined;
    },
    check: hidden('is the id of a component'),
  },
};
