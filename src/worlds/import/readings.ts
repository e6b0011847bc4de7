import { GRAPHQL_MAX_INT } from 'graphql';
import { textOf } from '../../client/json-value.ts';
import { parseMoney } from '../../client/money.ts';
import type { Kind } from '../../records/records.ts';
import { field, select } from './query.ts';
import {
  FieldError,
  type Json,
  type Owner,
  type Reading,
  type RecordReading,
  belongsTo,
  fileNameOf,
  fileOf,
  valueFrom,
  idOf,
  itemsAt,
  limitCount,
  nested,
  objectOf,
  ownerOf,
  present,
  readingOf,
  reference,
  references,
  textsOf,
  user,
  users,
} from './record-reading.ts';
import { type WorldBuilder, deletedUser, referenceTo } from './world-builder.ts';

// The schema of a kind is its query. This file has the fields that the API names or writes differently, and what it shows of other
// records where it shows a record.

/** Records of users, whom the API shows as a list. */
function recordsOf(name: string, kind: Kind, known: Json = {}): Reading {
  const listed = users(name);
  return {
    fields: listed.fields,
    read(value, world, owner) {
      for (const userId of listed.read(value, world) ?? [])
        world.add(kind, { ...belongsTo(kind, owner), userId, ...known });
    },
  };
}

const likes = recordsOf('likes', 'likes');

const followingUsers = users('followers');
const followers: Reading = {
  fields: [followingUsers.fields, 'followsCount'],
  read(value, world, { reference: followable, top: space }) {
    const ids = followingUsers.read(value, world);
    const count = typeof value['followsCount'] === 'number' ? value['followsCount'] : undefined;
    if (ids) world.followers.set(followable, { ids, space, count });
  },
};

const isLink = ({ type, contentType }: Json): boolean => type === 'link' || contentType === 'text/uri-list';
const attachment = readingOf('attachments', {
  link: {
    fields: ['link', 'url', 'type', 'contentType'],
    read: (value) => (isLink(value) ? (value['link'] ?? value['url']) : null),
  },
  file: {
    fields: ['url', 'fileSize'],
    read(value) {
      if (isLink(value)) return null;
      const { contentType, fileSize, type, url } = value;
      return {
        ...fileOf(url),
        name: fileNameOf(textOf(url)) ?? `file.${textOf(type) || 'bin'}`,
        ...(typeof contentType === 'string' && contentType !== '' && { contentType }),
        bytes: Math.max(0, Math.trunc(Number(textOf(fileSize)))) || 0,
      };
    },
  },
});
const attachments = nested('attachments', attachment);

const collection = readingOf(
  'attachmentCollections',
  {},
  {
    fields: field('attachments', 'id'),
    read(value, world, { id: collectionId }) {
      for (const id of present(itemsAt(value, 'attachments').map(idOf)))
        if (world.find('attachments', id)) world.put('attachments', { id, collectionId });
    },
  },
);
const attachmentCollections = nested('attachmentCollections', collection);

const version = readingOf('versions', { changeset: valueFrom('changeset') });

/** The history of a record. A version without what changed only counts. */
const versions: Reading = {
  fields: field('versions', version.fields),
  read(value, world, owner) {
    const found = present(itemsAt(value, 'versions'));
    const described = found.filter((each) => objectOf(each['changeset']));
    for (const each of described) version.read(each, world, owner);
    if (found.length > described.length) world.put(owner.kind, { id: owner.id, changes: found.length - 1 });
  },
};

const author = user('author');
const comment = readingOf('comments', {
  authorId: { ...author, read: (value, world, owner) => author.read(value, world, owner) ?? deletedUser },
  body: valueFrom('body', (body, world) => (typeof body === 'string' ? textsOf(body, world) : undefined)),
});

/** A comment and the replies to it. Decidim allows `comments` twice within itself. */
export const commentFields = select(comment.fields, field('comments', [comment.fields, 'hasComments']));

/** Reads the comments in a list, and the replies as deep as the response has them. */
export function readComments(value: Json, world: WorldBuilder, owner: Owner): void {
  for (const each of itemsAt(value, 'comments')) {
    const record = each && comment.read(each, world, owner);
    if (!each) world.deletedComments.push(owner.reference);
    if (record) readThread(each, world, ownerOf('comments', record.id, owner));
  }
}

/** Reads the comments on a record, or notes that they have to be read on their own. */
function readThread(value: Json, world: WorldBuilder, owner: Owner): void {
  if (Array.isArray(value['comments'])) readComments(value, world, owner);
  else if (value['hasComments'] === true) world.openThreads.add(owner.reference);
}

/** A field that tells something about the settings of the component of a record. */
const hint = (name: string): Reading => ({
  fields: name,
  read: ({ [name]: value }, world, { component = 0 }) => world.shownIn(component, name).add(value),
});

const comments: Reading = {
  fields: [field('comments', commentFields), 'hasComments'],
  read: readThread,
};

const commentable = [comments, hint('acceptsNewComments')];
const discussion = [likes, followers, ...commentable, attachments, versions];
const inBudgetOrResult = [...commentable, attachments, attachmentCollections, versions];

/** The options or rows of a question, which are members of its record. */
const members = (name: string, own: string): Reading =>
  valueFrom(
    name,
    (list, world) =>
      present(itemsAt({ list }, 'list')).map((each) => ({
        id: idOf(each),
        body: textsOf(each['body'], world) ?? {},
        [own]: each[own],
      })),
    ['id', 'body', own],
  );
const question = readingOf('questions', {
  responseOptions: members('responseOptions', 'freeText'),
  matrixRows: members('matrixRows', 'position'),
});
const questionnaire = readingOf('questionnaires', {}, nested('questions', question));
const survey = readingOf('surveys', {}, nested('questionnaire', questionnaire));

const agenda = readingOf('agendas', {}, nested('items', readingOf('agendaItems')));
const closingReport = valueFrom('closingReport', textsOf);
const closingProposals = references('proposalsFromMeeting');
/** The platform shows the time of day of `closedAt` with the first day of this year. */
const dayWithoutDate = '2000-01-01';

const meeting = readingOf(
  'meetings',
  {
    availableSlots: {
      fields: ['remainingSlots', field('publicParticipants', 'id')],
      read(value) {
        const left = Number(textOf(value['remainingSlots']));
        return left > 0 ? left + itemsAt(value, 'publicParticipants').length : 0;
      },
    },
    closedAt: {
      fields: ['closedAt', 'updatedAt'],
      read({ closedAt, updatedAt }) {
        if (typeof closedAt !== 'string' || !closedAt.startsWith(dayWithoutDate)) return closedAt;
        return `${textOf(updatedAt).slice(0, 10)}${closedAt.slice(10)}`;
      },
    },
    closing: {
      fields: ['closed', 'attendeesCount', closingReport.fields, closingProposals.fields],
      read(value, world) {
        const { attendeesCount, closed } = value;
        const [report, proposalIds = []] = [closingReport.read(value, world), closingProposals.read(value, world)];
        if (closed !== true || (attendeesCount === null && report === null)) return undefined;
        return {
          report: report ?? {},
          attendeesCount: limitCount(attendeesCount, Number.MAX_SAFE_INTEGER),
          proposalIds,
        };
      },
    },
  },
  recordsOf('publicParticipants', 'registrations', { isPublic: true }),
  nested('agenda', agenda),
  nested('services', readingOf('services')),
  nested('registrationForm', questionnaire),
  followers,
  ...commentable,
  attachments,
);

/** States of a proposal that are no states of its answer. */
const statesWithoutAnswer = new Set(['not_answered', 'withdrawn', '']);

const state = readingOf('proposalStates');
const proposalState: Reading = {
  fields: field('proposalState', state.fields),
  read({ proposalState: value }, world, { id }) {
    const { componentId, answeredAt, state: token } = world.find('proposals', id)!;
    const known = { componentId, token: answeredAt ? (token ?? undefined) : undefined };
    const found = state.read(objectOf(value) ?? {}, world, undefined, known);
    if (found) world.stateOfProposal.set(id, found.id);
  },
};

const proposal = readingOf(
  'proposals',
  {
    state: valueFrom('state', (value) => (statesWithoutAnswer.has(textOf(value)) ? null : value)),
    cost: valueFrom('cost', (cost, { organization }) => {
      if (typeof cost !== 'string') return cost;
      organization['currency'] ??= /[^\d\s.,-]{1,10}/.exec(cost)?.[0];
      return parseMoney(cost) ?? null;
    }),
    additionalVotes: valueFrom('voteCount', (count) => limitCount(count, GRAPHQL_MAX_INT) || undefined),
  },
  proposalState,
  hint('voteCount'),
  ...discussion,
  nested('amendments', readingOf('amendments', { userId: user('amender') })),
);

const result = readingOf(
  'results',
  // The platform shows more than 100 of a result whose children have large weights.
  {
    progress: valueFrom('progress', (value) => (typeof value === 'number' ? Math.min(100, Math.max(0, value)) : null)),
  },
  nested('milestones', readingOf('milestones', {}, versions)),
  ...inBudgetOrResult,
);

const project = readingOf(
  'projects',
  {
    budgetAmount: valueFrom('budget_amount'),
    selectedAt: valueFrom('selectedAt', (time) => (typeof time === 'string' ? time.slice(0, 10) : null)),
    proposalIds: references('relatedProposals'),
  },
  hint('confirmedVotes'),
  followers,
  ...inBudgetOrResult,
);
const budget = readingOf('budgets', { totalBudget: valueFrom('total_budget') }, nested('projects', project), versions);

/** How a component is read. */
export const component = readingOf('components', {
  kind: valueFrom('__typename', (type) => textOf(type).toLowerCase()),
  hiddenFromMenu: valueFrom('visible', (visible) => visible === false || undefined),
  // In a list, that of a draft is an error which takes the component.
  publishedAt: { fields: [], read: () => undefined },
});

/** How the records of components are read, by the types of the components, and what else these have. */
export const componentReadings: Record<string, { reading: RecordReading; parts?: Reading[] }> = {
  Accountability: { reading: result, parts: [nested('statuses', readingOf('statuses', {}, versions))] },
  Blogs: { reading: readingOf('posts', {}, ...discussion) },
  Budgets: { reading: budget },
  Debates: { reading: readingOf('debates', {}, ...discussion) },
  Meetings: { reading: meeting },
  Pages: { reading: readingOf('pages') },
  Proposals: { reading: proposal },
  Surveys: { reading: survey },
};

/** The links of a space. A link to the space itself is one from another space, which has it in its own list. */
const links: Reading = {
  fields: field('linkedParticipatorySpaces', ['id', 'name', 'toType', field('participatorySpace', 'id')]),
  read(value, world, { reference: own }) {
    for (const { name, toType, participatorySpace, ...link } of present(itemsAt(value, 'linkedParticipatorySpaces'))) {
      const [id, target] = [idOf(link), idOf(participatorySpace)];
      if (id === undefined || target === undefined) continue;
      const to = referenceTo(textOf(toType).includes('Assembly') ? 'assemblies' : 'processes', target);
      if (to !== own) world.put('spaceLinks', { id, from: own, to, name });
    }
  },
};

const accessMode = (convert: (mode: string) => unknown): Reading =>
  valueFrom('accessMode', (mode) => (typeof mode === 'string' ? convert(mode) : undefined));
/** A draft, which administrators see, has an error at the time of its publication. */
const publishedAt: Reading = {
  fields: 'publishedAt',
  read: ({ publishedAt: time }) => (time instanceof FieldError ? null : time),
};
const ofSpace = [attachments, attachmentCollections, followers, links];

/** How the spaces of a kind are read: the fields of the query type with all of them and with one, and that of their components. */
export const spaceReadings = [
  {
    many: 'participatoryProcesses',
    one: 'participatoryProcess',
    reading: readingOf(
      'processes',
      {
        restricted: accessMode((mode) => mode === 'RESTRICTED'),
        groupId: reference('participatoryProcessGroup'),
        publishedAt,
      },
      nested('steps', readingOf('steps')),
      ...ofSpace,
    ),
  },
  {
    many: 'assemblies',
    one: 'assembly',
    reading: readingOf(
      'assemblies',
      { access: accessMode((mode) => mode.toLowerCase()), publishedAt },
      ...ofSpace,
      versions,
    ),
  },
];

export const processGroup = readingOf('processGroups');
export const staticPageTopic = readingOf('staticPageTopics');
export const staticPage = readingOf('staticPages', {
  slug: {
    fields: 'url',
    read: (value) => /\/pages\/([^/?#]+)/.exec(textOf(value['url']))?.[1] ?? `page-${idOf(value)}`,
  },
});

export const userModeration = readingOf(
  'userModerations',
  {},
  nested('reports', readingOf('userReports')),
  valueFrom('userId'),
  valueFrom('about'),
);

export const verifiedBadge = 'verified-badge';
const badges: Reading = {
  fields: field('badges', ['name', 'score']),
  read(value, world, { id: userId }) {
    for (const { name: badgeName, score } of present(itemsAt(value, 'badges')))
      world.add('badgeScores', { userId, badgeName, value: score });
  },
};

export const profile = readingOf(
  'users',
  {
    nickname: valueFrom('nickname', (value) => (typeof value === 'string' ? value.replace(/^@/, '') : undefined)),
    avatar: valueFrom('avatarUrl', (url) => (/default-avatar/.test(textOf(url)) ? null : fileOf(url))),
    officializedAt: {
      fields: ['badge', 'createdAt'],
      read: ({ badge, createdAt }) => (badge === verifiedBadge ? createdAt : undefined),
    },
  },
  badges,
  followers,
);
