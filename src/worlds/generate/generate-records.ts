import type { Faker } from '@faker-js/faker';
import { CommandError, exitCodes } from '../../errors.ts';
import { defaultStates } from '../../records/platform-values.ts';
import { findReferenceField, isShown, kinds } from '../../records/kinds.ts';
import type { Kind, Records } from '../../records/records.ts';
import type { Tables } from '../../records/tables.ts';
import type { RawRecord } from '../../records/world.ts';

/** The time up to which generated records were written: a seed gives the same records on every day. */
export const endOfWriting = Date.parse('2026-07-01T00:00:00Z');
const hourMs = 3_600_000;
const isoTime = (epochMs: number): string => `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
const isoDate = (epochMs: number): string => isoTime(epochMs).slice(0, 10);

/** Languages without a locale of faker, or with one of another name. */
const otherNames: Readonly<Record<string, string>> = {
  ca: 'es',
  eu: 'es',
  gl: 'es',
  oc: 'fr',
  cs: 'cs_CZ',
  no: 'nb_NO',
  pt: 'pt_PT',
  sl: 'sl_SI',
  zh: 'zh_CN',
};

/** Loads the names and texts of a locale, with a seed: those of English if it has none. */
export async function loadFaker(locale: string, seed: number): Promise<Faker> {
  const language = locale.split('-')[0]!;
  for (const name of [locale.replace('-', '_'), otherNames[language] ?? language, 'en']) {
    try {
      const { faker } = (await import(`@faker-js/faker/locale/${name}`)) as { faker: Faker };
      faker.seed(seed);
      return faker;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error('there is no locale of faker');
}

type ComponentKind = Records['components']['kind'];
type Texts = Record<string, string>;

/** The records that are generated, and those over which they are laid. */
class GeneratedWorld {
  readonly lists: { [K in Kind]?: RawRecord[] } = {};
  readonly faker: Faker;
  readonly #ids = new Map<Kind, number[]>();
  readonly #components = new Map<ComponentKind, (number | undefined)[]>();

  constructor(
    readonly base: Tables,
    /** The locales of the organization, the default one first, with their names and texts. */
    readonly fakers: ReadonlyMap<string, Faker>,
  ) {
    this.faker = [...fakers.values()][0]!;
  }

  /** The id of the next record of a kind. */
  nextId = (kind: Kind): number => this.base.highestId(kind) + (this.lists[kind]?.length ?? 0) + 1;

  /** Adds a record with the next id, which was published when it was created. */
  add(kind: Kind, values: RawRecord): number {
    const id = this.nextId(kind);
    const publication = 'publishedAt' in kinds[kind].schema.properties && { publishedAt: values['createdAt'] };
    (this.lists[kind] ??= []).push({ id, ...values, ...publication });
    this.ids(kind).push(id);
    return id;
  }

  /** The ids of the records of a kind that can be referred to. */
  ids(kind: Kind): number[] {
    const usable = () => this.base.all(kind).flatMap((each) => (isUsable(each) ? [each.id] : []));
    const ids = this.#ids.get(kind) ?? usable();
    this.#ids.set(kind, ids);
    return ids;
  }

  /** A component for records; undefined if one has to be created for them. */
  component(kind: ComponentKind): number | undefined {
    const find = () => [
      ...this.base.all('components').flatMap((each) => (each.kind === kind && this.#isOpen(each) ? [each.id] : [])),
      ...(this.lists.components ?? []).flatMap((each) => (each['kind'] === kind ? [each['id'] as number] : [])),
    ];
    const ids = this.#components.get(kind) ?? find();
    this.#components.set(kind, ids);
    return ids.length === 0 ? undefined : this.pick(ids);
  }

  #isOpen(component: Records['components']): boolean {
    const { processId, assemblyId = null } = component;
    const space = this.base.find('processes', processId) ?? this.base.find('assemblies', assemblyId);
    return isUsable(component) && space !== undefined && isUsable(space);
  }

  user = (): number => this.pick(this.ids('users'));
  pick = <T>(list: readonly T[]): T => list[this.faker.number.int(list.length - 1)]!;
  /** Whether something happens that happens this often, in percent. */
  chance = (percent: number): boolean => this.faker.number.int(99) < percent;
  hours = (min: number, max: number): number => this.faker.number.int({ min, max }) * hourMs;
  /** A full hour in the daytime, some days before or after the end of writing. */
  hour = (fromDay: number, toDay: number): number =>
    endOfWriting + this.faker.number.int({ min: fromDay, max: toDay }) * 24 * hourMs + this.hours(9, 19);

  /** A time within the days before the end of writing. */
  writtenAt = (days = 365) => ({
    createdAt: isoTime(endOfWriting - this.faker.number.int(Math.floor(days * 86_400)) * 1000),
  });

  /** A time after another record was created. */
  writtenAfter(kind: Kind, id: number): { createdAt: string } {
    const own = this.lists[kind]?.[id - this.base.highestId(kind) - 1];
    const { createdAt } = (own ?? this.base.find(kind, id)) as { createdAt: string };
    return this.writtenAt(Math.max(0, (endOfWriting - Date.parse(createdAt)) / (24 * hourMs)));
  }

  /** A person writes in one locale, in most cases the default one. */
  localesOfPerson(): readonly string[] {
    const [first, ...others] = this.fakers.keys();
    return [this.chance(70) ? first! : this.pick([first!, ...others])];
  }

  #translate(locales: Iterable<string>, write: (faker: Faker) => string): Texts {
    return Object.fromEntries([...locales].map((locale) => [locale, write(this.fakers.get(locale)!)]));
  }

  title = (locales: Iterable<string> = this.fakers.keys()): Texts =>
    this.#translate(locales, ({ lorem }) => lorem.sentence({ min: 3, max: 6 }).slice(0, -1));
  paragraph = (sentences: number, locales: Iterable<string> = this.fakers.keys()): Texts =>
    this.#translate(locales, ({ lorem }) => `<p>${lorem.sentences(sentences)}</p>`);
  sentence = (locales: Iterable<string>): Texts => this.#translate(locales, ({ lorem }) => lorem.sentence());
  location = (): Texts => this.#translate(this.fakers.keys(), ({ location }) => location.street());

  address(): RawRecord {
    const degrees = (middle: number) => Math.round((middle + (this.faker.number.int(600) - 300) / 10_000) * 1e6) / 1e6;
    return { address: this.faker.location.streetAddress(), latitude: degrees(41.65), longitude: degrees(1.14) };
  }

  /** Up to two categories. */
  taxonomies(): RawRecord {
    const ids = this.base.all('taxonomies').flatMap(({ id, parentId }) => (parentId === null ? [] : [id]));
    return ids.length === 0 ? {} : { taxonomyIds: this.faker.helpers.arrayElements(ids, { min: 0, max: 2 }) };
  }

  /** The states that an answer can give to a proposal of a component. */
  states(componentId: number | undefined): readonly string[] {
    const own = componentId === undefined ? [] : this.base.where('proposalStates', 'componentId', componentId);
    return own.length > 0 ? own.map(({ token }) => token) : defaultStates;
  }
}

/** Whether everybody sees a record as far as it is for itself to say. */
function isUsable(record: object): boolean {
  const { restricted, access, withdrawnAt = null, blocked, key = null } = record as Record<string, unknown>;
  const isOpen = isShown(record) && restricted !== true && access !== 'restricted';
  // A user with a key is a program.
  return isOpen && withdrawnAt === null && blocked !== true && key === null;
}

const space = (world: GeneratedWorld, kind: 'processes' | 'assemblies', slug: string): RawRecord => ({
  slug: `${slug}-${world.nextId(kind)}`,
  title: world.title(),
  subtitle: world.title(),
  shortDescription: world.paragraph(1),
  description: world.paragraph(4),
  ...world.writtenAt(),
  weight: 0,
});

/** What a project or a proposal is about. */
const idea = (world: GeneratedWorld, member: 'body' | 'description', locales?: readonly string[]): RawRecord => ({
  title: world.title(locales),
  [member]: world.paragraph(world.faker.number.int({ min: 1, max: 4 }), locales),
  ...world.taxonomies(),
  ...world.writtenAt(),
});

/** What one record of each kind has, in the order in which they are generated. What is left out has the defaults of a world. */
const generators = {
  users(world) {
    const { person } = world.faker;
    const [firstName, lastName] = [person.firstName(), person.lastName()];
    const nickname = `${firstName}_${lastName}`.normalize('NFD').replaceAll(/[^\w]/g, '').toLowerCase().slice(0, 14);
    const name = `${firstName} ${lastName}`;
    return { name, nickname: `${nickname}_${world.nextId('users')}`, ...world.writtenAt(700) };
  },

  processes: (world) => ({
    ...space(world, 'processes', 'process'),
    startDate: isoDate(world.hour(-300, 0)),
    endDate: isoDate(world.hour(30, 700)),
  }),

  assemblies: (world) => ({ ...space(world, 'assemblies', 'assembly'), access: 'open' }),

  proposals(world) {
    const componentId = world.component('proposals');
    const isOfPerson = world.chance(90);
    const proposal: RawRecord = {
      componentId,
      authorIds: isOfPerson ? [world.user()] : [],
      ...idea(world, 'body', isOfPerson ? world.localesOfPerson() : undefined),
      ...(world.chance(60) && world.address()),
    };
    if (world.chance(65)) return proposal;
    return {
      ...proposal,
      state: world.pick(world.states(componentId)),
      answer: world.paragraph(1),
      answeredAt: isoTime(Date.parse(String(proposal['createdAt'])) + world.hours(24, 24 * 90)),
    };
  },

  meetings(world) {
    const startTime = world.hour(-300, 700);
    const typeOfMeeting = world.pick(['IN_PERSON', 'IN_PERSON', 'IN_PERSON', 'HYBRID', 'ONLINE']);
    const isClosed = startTime < endOfWriting && world.chance(60);
    return {
      componentId: world.component('meetings'),
      authorId: world.chance(30) ? world.user() : null,
      title: world.title(),
      description: world.paragraph(2),
      ...world.taxonomies(),
      createdAt: isoTime(Math.min(startTime, endOfWriting) - world.hours(24 * 5, 24 * 40)),
      startTime: isoTime(startTime),
      endTime: isoTime(startTime + world.hours(1, 3)),
      typeOfMeeting,
      ...(typeOfMeeting !== 'ONLINE' && { ...world.address(), location: world.location() }),
      ...(typeOfMeeting !== 'IN_PERSON' && {
        onlineMeetingUrl: `https://meet.example/${world.faker.string.alphanumeric(10)}`,
      }),
      ...(world.chance(50) && {
        registrationType: 'ON_THIS_PLATFORM',
        registrationsEnabled: true,
        availableSlots: world.pick([0, 20, 50, 100]),
      }),
      ...(isClosed && {
        closedAt: isoTime(startTime + 4 * 24 * hourMs),
        closing: {
          report: world.paragraph(3),
          attendeesCount: world.faker.number.int({ min: 3, max: 80 }),
          proposalIds: [],
        },
      }),
    };
  },

  debates: (world) => ({
    componentId: world.component('debates'),
    authorId: world.chance(60) ? world.user() : null,
    ...idea(world, 'description'),
  }),

  posts: (world) => ({
    componentId: world.component('blogs'),
    authorId: null,
    title: world.title(),
    body: world.paragraph(5),
    ...world.writtenAt(),
  }),

  results: (world) => ({
    componentId: world.component('accountability'),
    ...idea(world, 'description'),
    startDate: isoDate(world.hour(-300, -30)),
    endDate: isoDate(world.hour(30, 500)),
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
    const kindsOfTargets = (
      ['proposals', 'proposals', 'meetings', 'debates', 'posts', 'results', 'projects'] as const
    ).filter((kind) => world.ids(kind).length > 0);
    const kind: Kind | undefined = replies.length > 0 && world.chance(25) ? 'comments' : world.pick(kindsOfTargets);
    const target = kind && (kind === 'comments' ? (world.pick(replies)['id'] as number) : world.pick(world.ids(kind)));
    return {
      ...(kind && { commentable: `${kind}/${target}` }),
      authorId: world.user(),
      body: world.sentence(world.localesOfPerson()),
      alignment: kind === 'proposals' ? world.pick([0, 0, 1, 1, -1]) : 0,
      ...(kind && target ? world.writtenAfter(kind, target) : world.writtenAt()),
    };
  },
} satisfies { [K in Kind]?: (world: GeneratedWorld) => RawRecord };

/** Kinds whose records join a user and another record, at most once each, and what the record can be. */
const pairs = {
  proposalVotes: 'proposals',
  commentVotes: 'comments',
  registrations: 'meetings',
  likes: 'proposals',
  follows: 'proposals',
} as const satisfies { [K in Kind]?: Kind };

export type GeneratedKind = keyof typeof generators | keyof typeof pairs;
/** How many records of each kind to generate. */
export type GeneratedCounts = { [K in GeneratedKind]?: number };

/** The kinds of record that can be generated, in the order in which they are. */
export const generatedKinds = [...Object.keys(generators), ...Object.keys(pairs)] as GeneratedKind[];

/** The components that a space has, with their names. */
const componentNames = {
  proposals: 'Proposals',
  meetings: 'Meetings',
  debates: 'Debates',
  blogs: 'News',
  accountability: 'Results',
};

/**
 * Generates records over a world, in the locales of its organization: the same for the same world, counts and seed. If no number of
 * users is given, there is one for twenty other records. Throws a CommandError if there are more votes and the like than users can give.
 */
export async function generateRecords(
  base: Tables,
  { users, ...others }: GeneratedCounts,
  seed: number,
): Promise<{ [K in Kind]?: RawRecord[] }> {
  const { locales, defaultLocale } = base.organization;
  const fakers = new Map<string, Faker>();
  for (const locale of new Set([defaultLocale, ...locales])) fakers.set(locale, await loadFaker(locale, seed));
  const world = new GeneratedWorld(base, fakers);
  const total = Object.values(others).reduce((sum, count) => sum + count, 0);
  // Every record is written by somebody.
  const leastUsers = world.ids('users').length === 0 ? 1 : 0;
  const counts = { ...others, users: Math.max(leastUsers, users ?? Math.ceil(total / 20)) };
  for (const kind of Object.keys(generators) as (keyof typeof generators)[])
    for (let index = 0; index < (counts[kind] ?? 0); index += 1) {
      const id = world.add(kind, generators[kind](world));
      const owner = { processes: 'processId', assemblies: 'assemblyId' }[kind as string];
      if (owner !== undefined) addComponents(world, { [owner]: id });
    }
  for (const kind of Object.keys(pairs) as (keyof typeof pairs)[])
    if (counts[kind]) addPairs(world, kind, counts[kind]);
  return world.lists;
}

/** A space has one component of each kind. */
function addComponents(world: GeneratedWorld, owner: RawRecord): void {
  for (const [weight, [kind, name]] of Object.entries(componentNames).entries())
    world.add('components', {
      kind,
      ...owner,
      name: Object.fromEntries([...world.fakers.keys()].map((locale) => [locale, name])),
      weight,
      settings: { commentsEnabled: true, creationEnabled: true },
      ...world.writtenAt(),
    });
}

/** Adds records that join a user and another record, each pair once. */
function addPairs(world: GeneratedWorld, kind: keyof typeof pairs, count: number): void {
  const target = pairs[kind];
  const { name: field, kinds: targetKinds } = findReferenceField(kind, target)!;
  const [users, targets] = [world.ids('users'), world.ids(target)];
  const keyOf = (record: RawRecord) => `${String(record['userId'])} ${String(record[field])}`;
  const existing = (world.base.all(kind) as unknown as RawRecord[]).filter((each) =>
    users.includes(each['userId'] as number),
  );
  const used = new Set(existing.map(keyOf));
  const allowed = users.length * targets.length - used.size;
  if (count > allowed)
    throw new CommandError(
      `${count} ${kind} are too many: ${users.length} users and ${targets.length} ${target} allow ${allowed} at most`,
      exitCodes.usage,
    );
  for (let left = count; left > 0;) {
    const id = world.pick(targets);
    const pair = { userId: world.pick(users), [field]: targetKinds.length > 1 ? `${target}/${id}` : id };
    if (used.has(keyOf(pair))) continue;
    used.add(keyOf(pair));
    world.add(kind, { ...pair, ...world.writtenAt(60) });
    left -= 1;
  }
}
