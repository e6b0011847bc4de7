import { GRAPHQL_MAX_INT } from 'graphql';
import { textOf } from '../../client/json-value.ts';
import { parseMoney } from '../../client/money.ts';
import { field, select, translations } from './query.ts';
import {
  type Json,
  type Owner,
  type PartReading,
  type RecordReading,
  type ValueReading,
  file,
  fileNameOf,
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
  scalar,
  texts,
  textsOf,
  user,
  users,
} from './record-reading.ts';
import { type WorldBuilder, deletedUser, referenceTo } from './world-builder.ts';

// The schema of a kind is its query. This file has the fields that the API names or writes differently, and what it shows of other
// records where it shows a record.

const likes: PartReading = {
  fields: users('likes').fields,
  read(value, { reference: resource }, world) {
    for (const userId of users('likes').read(value, world) ?? []) world.add('likes', { resource, userId });
  },
};

const followers: PartReading = {
  fields: [users('followers').fields, 'followsCount'],
  read(value, { reference: followable }, world) {
    const ids = users('followers').read(value, world);
    const count = typeof value['followsCount'] === 'number' ? value['followsCount'] : undefined;
    if (ids) world.followers.set(followable, { ids, count });
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
    read(value, world) {
      if (isLink(value)) return null;
      const { contentType, fileSize, type, url } = value;
      return {
        ...(file('url').read(value, world) as object),
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
    read(value, { id: collectionId }, world) {
      for (const id of present(itemsAt(value, 'attachments').map(idOf)))
        if (world.find('attachments', id)) world.put('attachments', { id, collectionId });
    },
  },
);
const attachmentCollections = nested('attachmentCollections', collection);

const version = readingOf('versions', { changeset: scalar('changeset') });

/** The history of a record. A version without what changed only counts. */
const versions: PartReading = {
  fields: field('versions', version.fields),
  read(value, owner, world) {
    const found = present(itemsAt(value, 'versions'));
    const described = found.filter((each) => objectOf(each['changeset']));
    for (const each of described) version.read(each, world, owner);
    if (found.length > described.length) world.put(owner.kind, { id: owner.id, changes: found.length - 1 });
  },
};

const author = user('author');
const comment = readingOf('comments', {
  // An author who was deleted is an error.
  authorId: { fields: author.fields, read: (value, world) => author.read(value, world) ?? deletedUser },
  body: scalar('body', (body, { locale }) => (typeof body === 'string' ? { [locale]: body } : undefined)),
});

/** A comment and the replies to it. Decidim allows `comments` twice within itself. */
export const commentFields = select(comment.fields, field('comments', [comment.fields, 'hasComments']));

/** Reads the comments in a list, and the replies as deep as the response has them. */
export function readComments(value: Json, owner: Owner, world: WorldBuilder): void {
  for (const each of itemsAt(value, 'comments')) {
    const id = idOf(each);
    if (!each) world.deletedComments.push(owner.reference);
    if (!each || id === undefined) continue;
    comment.read(each, world, owner);
    readThread({ ...each, type: 'Decidim::Comments::Comment' }, ownerOf('comments', id), world);
  }
}

/** Reads the comments on a record, or notes that they have to be read on their own. */
function readThread(value: Json, owner: Owner, world: WorldBuilder): void {
  const { comments: list, hasComments, type } = value;
  if (Array.isArray(list)) readComments(value, owner, world);
  else if (hasComments === true && typeof type === 'string') world.openThreads.set(owner.reference, type);
}

/** The comments on a record, and what they say about its component. */
const comments: PartReading = {
  fields: [field('comments', commentFields), 'hasComments', 'type', 'acceptsNewComments', 'userAllowedToComment'],
  read(value, owner, world) {
    const { acceptsNewComments, userAllowedToComment } = value;
    world.addHint(owner.reference, { acceptsNewComments, userAllowedToComment });
    readThread(value, owner, world);
  },
};

const discussion = [likes, followers, comments, attachments, versions];
const inBudgetOrResult = [comments, attachments, attachmentCollections, versions];

/** The options or rows of a question, which are members of its record. */
const members = (name: string, own: string): ValueReading => ({
  fields: field(name, ['id', field('body', translations), own]),
  read: (value, { locale }) =>
    present(itemsAt(value, name)).map((each) => ({
      id: idOf(each),
      body: textsOf(each['body'], locale) ?? {},
      [own]: each[own],
    })),
});
const question = readingOf('questions', {
  responseOptions: members('responseOptions', 'freeText'),
  matrixRows: members('matrixRows', 'position'),
});
const questionnaire = readingOf('questionnaires', {}, nested('questions', question));
const survey = readingOf('surveys', {}, nested('questionnaire', questionnaire));

const agenda = readingOf('agendas', { meetingId: null, visible: null }, nested('items', readingOf('agendaItems')));
const service = readingOf('services', { meetingId: null });
const participants = users('publicParticipants');
const closingReport = texts('closingReport');
const closingProposals = references('proposalsFromMeeting');
/** The platform shows the time of day of `closedAt` with the first day of this year. */
const dayWithoutDate = '2000-01-01';

const meeting = readingOf(
  'meetings',
  {
    availableSlots: {
      fields: ['remainingSlots', participants.fields],
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
  {
    fields: participants.fields,
    read(value, { id: meetingId }, world) {
      for (const userId of participants.read(value, world) ?? [])
        world.add('registrations', { meetingId, userId, isPublic: true });
    },
  },
  nested('agenda', agenda),
  nested('services', service),
  nested('registrationForm', questionnaire),
  followers,
  comments,
  attachments,
);

/** States of a proposal that are no states of its answer. */
const statesWithoutAnswer = new Set(['not_answered', 'withdrawn', '']);
const stateTexts = ['title', 'announcementTitle'];

const proposalState: PartReading = {
  fields: field('proposalState', [
    'id',
    'bgColor',
    'textColor',
    ...stateTexts.map((name) => field(name, translations)),
  ]),
  read(value, { id }, world) {
    const [state, stateId] = [objectOf(value['proposalState']), idOf(value['proposalState'])];
    if (!state || stateId === undefined) return;
    const { bgColor, textColor } = state;
    const own = stateTexts.map((name) => [name, textsOf(state[name], world.locale)]);
    world.stateOfProposal.set(id, stateId);
    world.proposalStates.set(stateId, { bgColor, textColor, ...Object.fromEntries(own) });
  },
};
const hiddenVotes: PartReading = {
  fields: 'voteCount',
  read({ voteCount }, owner, world) {
    if (voteCount === null) world.addHint(owner.reference, { votesHidden: true });
  },
};

const proposal = readingOf(
  'proposals',
  {
    state: scalar('state', (state) => (statesWithoutAnswer.has(textOf(state)) ? null : state)),
    answer: texts('answer'),
    cost: scalar('cost', (cost, world) => {
      if (typeof cost !== 'string') return cost;
      world.currency ??= /[^\d\s.,-]{1,10}/.exec(cost)?.[0];
      return parseMoney(cost) ?? null;
    }),
    costReport: texts('costReport'),
    executionPeriod: texts('executionPeriod'),
    additionalVotes: scalar('voteCount', (count) => limitCount(count, GRAPHQL_MAX_INT) || undefined),
  },
  proposalState,
  hiddenVotes,
  ...discussion,
  nested('amendments', readingOf('amendments', { userId: user('amender') })),
);

const milestone = readingOf('milestones', {}, versions);
const result = readingOf(
  'results',
  // The platform shows more than 100 of a result whose children have large weights.
  { progress: scalar('progress', (value) => (typeof value === 'number' ? Math.min(100, Math.max(0, value)) : null)) },
  nested('milestones', milestone),
  ...inBudgetOrResult,
);
const status = readingOf('statuses', { key: scalar('key') }, versions);

const shownVotes: PartReading = {
  fields: 'confirmedVotes',
  read({ confirmedVotes }, owner, world) {
    world.addHint(owner.reference, { votesShown: typeof confirmedVotes === 'number' });
  },
};
const project = readingOf(
  'projects',
  {
    budgetAmount: scalar('budget_amount'),
    selectedAt: scalar('selectedAt', (time) => (typeof time === 'string' ? time.slice(0, 10) : null)),
    proposalIds: references('relatedProposals'),
  },
  shownVotes,
  followers,
  ...inBudgetOrResult,
);
const budget = readingOf('budgets', { totalBudget: scalar('total_budget') }, nested('projects', project), versions);

/** How components are read, by their types: their records, and what else they have. */
export const componentReadings: Record<string, { reading: RecordReading; parts?: PartReading[] }> = {
  Accountability: { reading: result, parts: [nested('statuses', status)] },
  Blogs: { reading: readingOf('posts', {}, ...discussion) },
  Budgets: { reading: budget },
  Debates: { reading: readingOf('debates', {}, ...discussion) },
  Meetings: { reading: meeting },
  Pages: { reading: readingOf('pages') },
  Proposals: { reading: proposal },
  Surveys: { reading: survey },
};

/** The links of a space. A link to the space itself is one from another space, which has it in its own list. */
const links: PartReading = {
  fields: field('linkedParticipatorySpaces', ['id', 'name', 'toType', field('participatorySpace', 'id')]),
  read(value, { reference: from }, world) {
    for (const { name, toType, participatorySpace, ...link } of present(itemsAt(value, 'linkedParticipatorySpaces'))) {
      const [id, target] = [idOf(link), idOf(participatorySpace)];
      if (id === undefined || target === undefined) continue;
      const to = referenceTo(textOf(toType).includes('Assembly') ? 'assemblies' : 'processes', target);
      if (to !== from) world.put('spaceLinks', { id, from, to, name });
    }
  },
};

const accessMode = (convert: (mode: string) => unknown): ValueReading =>
  scalar('accessMode', (mode) => (typeof mode === 'string' ? convert(mode) : undefined));
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
      },
      nested('steps', readingOf('steps')),
      ...ofSpace,
    ),
  },
  {
    many: 'assemblies',
    one: 'assembly',
    reading: readingOf('assemblies', { access: accessMode((mode) => mode.toLowerCase()) }, ...ofSpace, versions),
  },
];

export const processGroup = readingOf('processGroups');
export const staticPageTopic = readingOf('staticPageTopics', { weight: null });
export const staticPage = readingOf('staticPages', {
  weight: null,
  slug: {
    fields: 'url',
    read: (value) => /\/pages\/([^/?#]+)/.exec(textOf(value['url']))?.[1] ?? `page-${idOf(value)}`,
  },
});

const ofBlockedUser: PartReading = { fields: ['userId', 'about'], read: () => undefined };
export const userModeration = readingOf(
  'userModerations',
  { userId: null },
  nested('reports', readingOf('userReports')),
  ofBlockedUser,
);

export const verifiedBadge = 'verified-badge';
const badges: PartReading = {
  fields: field('badges', ['name', 'score']),
  read(value, { id: userId }, world) {
    for (const { name: badgeName, score } of present(itemsAt(value, 'badges')))
      world.add('badgeScores', { userId, badgeName, value: score });
  },
};

export const profile = readingOf(
  'users',
  {
    nickname: scalar('nickname', (value) => (typeof value === 'string' ? value.replace(/^@/, '') : undefined)),
    avatar: {
      fields: 'avatarUrl',
      read: (value, world) =>
        /default-avatar/.test(textOf(value['avatarUrl'])) ? null : file('avatarUrl').read(value, world),
    },
    officializedAt: {
      fields: ['badge', 'createdAt'],
      read: ({ badge, createdAt }) => (badge === verifiedBadge ? createdAt : undefined),
    },
  },
  badges,
  followers,
);
