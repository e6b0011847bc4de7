import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { GraphQLError } from 'graphql';

// What the other GraphQL servers have in common: the records of the world folder in memory, and resolvers that do the least that
// the operations need. They validate no attributes, and persist nothing.
const [worldFolder] = process.argv.slice(2);

/** @returns {any[]} */
const load = (/** @type {string} */ kind) => JSON.parse(readFileSync(join(worldFolder, `${kind}.json`), 'utf8'));
const byId = (/** @type {any[]} */ records) => new Map(records.map((record) => [String(record.id), record]));
const isPublished = (/** @type {any} */ { publishedAt }) => publishedAt !== null;
const createdAt = new Date().toISOString();

const users = load('users');
const usersById = byId(users);
const usersByToken = new Map(users.map((user) => [`Bearer ${user.token}`, user]));
const [organization] = load('organization');
const processes = byId(load('processes'));
const taxonomies = load('taxonomies');
const taxonomiesById = byId(taxonomies);
const components = load('components').filter(isPublished);
const componentsById = byId(components);
const meetings = load('meetings').filter(isPublished);
const meetingsById = byId(meetings);
const proposals = load('proposals').filter(isPublished);
const proposalsById = byId(proposals);

const recordsByComponent = new Map(components.map(({ id }) => [id, /** @type {any[]} */ ([])]));
for (const record of [...meetings, ...proposals]) recordsByComponent.get(record.componentId)?.push(record);

/**
 * @param {{ id: number }} component
 * @param {{ first?: number }} args
 */
function connection({ id }, { first }) {
  const records = recordsByComponent.get(id) ?? [];
  const nodes = records.slice(0, first);
  return { nodes, pageInfo: { endCursor: String(nodes.at(-1)?.id), hasNextPage: nodes.length < records.length } };
}

/** @param {any} input */
const meetingFields = ({ attributes, locale }) => ({
  ...attributes,
  title: { [locale]: attributes.title },
  description: { [locale]: attributes.description },
  location: { [locale]: attributes.location },
  taxonomyIds: attributes.taxonomies,
});

const typesByKind = { meetings: 'Meetings', proposals: 'Proposals' };

const resolvers = {
  Query: {
    component: (_, { id }) => componentsById.get(id),
    organization: () => organization,
    participatoryProcess: (_, { id }) => processes.get(id),
    session: (_, __, { viewer }) => viewer && { user: viewer },
  },
  Mutation: { component: (_, { id }) => componentsById.get(id) },
  Component: { __resolveType: ({ kind }) => typesByKind[kind] ?? 'OtherComponent' },
  ComponentMutation: { __resolveType: ({ kind }) => `${typesByKind[kind]}Mutation` },
  Meetings: { meetings: connection },
  Proposals: { proposals: connection },
  MeetingsMutation: {
    createMeeting: (component, { input }, { viewer }) => {
      if (!component.settings.creationEnabledForParticipants) throw new GraphQLError('Not authorized');
      const meeting = {
        ...meetingFields(input),
        id: meetings.length + 1,
        authorId: viewer.id,
        componentId: component.id,
      };
      meetings.push(meeting);
      meetingsById.set(String(meeting.id), meeting);
      recordsByComponent.get(component.id)?.push(meeting);
      return meeting;
    },
    meeting: (_, { id }) => meetingsById.get(id),
  },
  MeetingMutation: { update: (meeting, { input }) => Object.assign(meeting, meetingFields(input)) },
  ProposalsMutation: { proposal: (_, { id }) => proposalsById.get(id) },
  ProposalMutation: {
    answer: (proposal, { input }) => {
      const { answerContent, cost, state } = input.attributes;
      return Object.assign(proposal, { state, cost, answer: answerContent, answeredAt: new Date().toISOString() });
    },
  },
  Meeting: {
    author: ({ authorId }) => usersById.get(String(authorId)),
    taxonomies: ({ taxonomyIds }) => taxonomyIds?.map((id) => taxonomiesById.get(String(id))) ?? [],
  },
  Proposal: {
    author: ({ authorIds }) => usersById.get(String(authorIds[0])),
    cost: ({ cost }) => (cost === undefined || cost === null ? null : `${organization.currency} ${cost.toFixed(2)}`),
    createdAt: () => createdAt,
  },
  ParticipatoryProcess: { components: ({ id }) => components.filter(({ processId }) => processId === id) },
  Taxonomy: { children: ({ id }) => taxonomies.filter(({ parentId }) => parentId === id) },
  TranslatedField: {
    translation: (texts, { locale }) => texts[locale] ?? null,
    translations: (texts) => Object.entries(texts).map(([locale, text]) => ({ locale, text })),
  },
};

/** The executable schema that the other GraphQL servers serve. */
export const schema = makeExecutableSchema({
  typeDefs: readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'),
  resolvers,
});

/**
 * The context of an operation for the value of the Authorization header.
 * @param {string | null | undefined} authorization
 */
export const createContext = (authorization) => ({ viewer: usersByToken.get(authorization ?? '') });
