import { type GeneratedWorld, endOfWriting } from './generated-world.ts';
import type { RawRecord } from '../records/world.ts';
import type { Kind } from '../records/records.ts';

type Generate = (world: GeneratedWorld) => RawRecord;

const official = { authorIds: [] };

function space(world: GeneratedWorld, kind: 'processes' | 'assemblies', slug: string): RawRecord {
  const { texts } = world;
  return {
    slug: `${slug}-${world.base.highestId(kind) + (world.lists[kind]?.length ?? 0) + 1}`,
    title: texts.line([kind]),
    subtitle: texts.line(['things', 'places']),
    shortDescription: texts.paragraph('reasons', 1),
    description: texts.paragraph('reasons', 4),
    ...world.writtenAt(),
    weight: 0,
  };
}

/** Why a project or a proposal is a good idea, and where it is. */
const idea = (world: GeneratedWorld, member: 'body' | 'description', locales = world.texts.locales): RawRecord => ({
  title: world.texts.line(['things', 'places'], locales),
  [member]: world.texts.paragraph('reasons', world.faker.number.int({ min: 1, max: 4 }), locales),
  ...world.taxonomies(),
  ...world.writtenAt(),
});

const place = (world: GeneratedWorld): RawRecord => ({
  ...world.address(),
  location: Object.fromEntries(world.texts.locales.map((locale) => [locale, world.texts.street()])),
});

/** What one record of each kind has, in the order in which they are generated. What is left out has the defaults of a world. */
export const generators = {
  users(world) {
    const { faker } = world;
    const [firstName, lastName] = [faker.person.firstName(), faker.person.lastName()];
    const id = world.base.highestId('users') + (world.lists.users?.length ?? 0) + 1;
    const nickname = `${firstName}_${lastName}`.normalize('NFD').replaceAll(/[^\w]/g, '').toLowerCase().slice(0, 14);
    return { name: `${firstName} ${lastName}`, nickname: `${nickname}_${id}`, ...world.writtenAt(700) };
  },

  processes: (world) => ({
    ...space(world, 'processes', 'process'),
    startDate: world.date(world.hour(-300, 0)),
    endDate: world.date(world.hour(30, 700)),
  }),

  assemblies: (world) => ({ ...space(world, 'assemblies', 'assembly'), access: 'open' }),

  proposals(world) {
    const componentId = world.component('proposals');
    const isOfPerson = world.chance(90);
    const proposal: RawRecord = {
      componentId,
      ...(isOfPerson ? { authorIds: [world.user()] } : official),
      ...idea(world, 'body', isOfPerson ? world.texts.localesOfPerson() : undefined),
      ...(world.chance(60) && world.address()),
    };
    if (world.chance(65)) return proposal;
    const state = world.pick(world.states(componentId));
    return {
      ...proposal,
      state,
      answer: world.texts.answer(state),
      answeredAt: world.time(Date.parse(String(proposal['createdAt'])) + world.hours(24, 24 * 90)),
    };
  },

  meetings(world) {
    const { texts } = world;
    const startTime = world.hour(-300, 700);
    const typeOfMeeting = world.pick(['IN_PERSON', 'IN_PERSON', 'IN_PERSON', 'HYBRID', 'ONLINE']);
    const isClosed = startTime < endOfWriting && world.chance(60);
    return {
      componentId: world.component('meetings'),
      authorId: world.chance(30) ? world.user() : null,
      title: texts.line(['meetings']),
      description: texts.paragraph('reasons', 2),
      ...world.taxonomies(),
      createdAt: world.time(Math.min(startTime, endOfWriting) - world.hours(24 * 5, 24 * 40)),
      startTime: world.time(startTime),
      endTime: world.time(startTime + world.hours(1, 3)),
      typeOfMeeting,
      ...(typeOfMeeting !== 'ONLINE' && place(world)),
      ...(typeOfMeeting !== 'IN_PERSON' && {
        onlineMeetingUrl: `https://meet.example/${world.faker.string.alphanumeric(10)}`,
      }),
      ...(world.chance(50) && {
        registrationType: 'ON_THIS_PLATFORM',
        registrationsEnabled: true,
        availableSlots: world.pick([0, 20, 50, 100]),
      }),
      ...(isClosed && {
        closedAt: world.time(startTime + 4 * 86_400_000),
        closing: {
          report: texts.paragraph('reasons', 3),
          attendeesCount: world.faker.number.int({ min: 3, max: 80 }),
          proposalIds: [],
        },
      }),
    };
  },

  debates: (world) => ({
    componentId: world.component('debates'),
    authorId: world.chance(60) ? world.user() : null,
    title: world.texts.line(['debates']),
    description: world.texts.paragraph('reasons', 2),
    ...world.taxonomies(),
    ...world.writtenAt(),
  }),

  posts: (world) => ({
    componentId: world.component('blogs'),
    authorId: null,
    title: world.texts.line(['posts']),
    body: world.texts.paragraph('reasons', 5),
    ...world.writtenAt(),
  }),

  results: (world) => ({
    componentId: world.component('accountability'),
    ...idea(world, 'description'),
    startDate: world.date(world.hour(-300, -30)),
    endDate: world.date(world.hour(30, 500)),
    progress: world.faker.number.int(20) * 5,
  }),

  projects: (world) => ({
    ...(world.ids('budgets').length > 0 && { budgetId: world.pick(world.ids('budgets')) }),
    ...idea(world, 'description'),
    ...world.address(),
    budgetAmount: world.faker.number.int({ min: 5, max: 120 }) * 1000,
  }),

  comments(world) {
    const replies = world.lists.comments ?? [];
    const kinds = (['proposals', 'proposals', 'meetings', 'debates', 'posts', 'results', 'projects'] as const).filter(
      (kind) => world.ids(kind).length > 0,
    );
    const kind: Kind | undefined = replies.length > 0 && world.chance(25) ? 'comments' : world.pick(kinds);
    const target = kind && (kind === 'comments' ? (world.pick(replies)['id'] as number) : world.pick(world.ids(kind)));
    return {
      ...(kind && { commentable: `${kind}/${target}` }),
      authorId: world.user(),
      body: world.texts.line(world.chance(30) ? ['comments', 'reasons'] : ['comments'], world.texts.localesOfPerson()),
      alignment: kind === 'proposals' ? world.pick([0, 0, 1, 1, -1]) : 0,
      ...(kind && target ? world.writtenAfter(kind, target) : world.writtenAt()),
    };
  },
} satisfies { [K in Kind]?: Generate };

/** Kinds whose records join a user and another record, at most once each: the fields and what the record can be. */
export const pairs = {
  proposalVotes: { field: 'proposalId', target: 'proposals' },
  commentVotes: { field: 'commentId', target: 'comments' },
  registrations: { field: 'meetingId', target: 'meetings' },
  likes: { field: 'resource', target: 'proposals', isReference: true },
  follows: { field: 'followable', target: 'proposals', isReference: true },
} as const satisfies { [K in Kind]?: { field: string; target: Kind; isReference?: boolean } };
