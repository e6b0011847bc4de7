import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { kinds } from '../src/store/kinds.ts';
import type { Kind } from '../src/store/records.ts';

/** A row of the platform's database, with the names of its columns in camel case. */
type Row = Record<string, unknown> & { id: number };
type Dump = Record<string, Row[]>;
/** The fields of a record that are not columns of the same name; undefined leaves a field out. */
type Conversion = (row: Row, dump: Dump) => Record<string, unknown>;

const kindByClass: Record<string, Kind> = {
  'Decidim::Accountability::Milestone': 'milestones',
  'Decidim::Accountability::Result': 'results',
  'Decidim::Accountability::Status': 'statuses',
  'Decidim::Assembly': 'assemblies',
  'Decidim::Blogs::Post': 'posts',
  'Decidim::Budgets::Budget': 'budgets',
  'Decidim::Budgets::Project': 'projects',
  'Decidim::Comments::Comment': 'comments',
  'Decidim::Debates::Debate': 'debates',
  'Decidim::Meetings::Meeting': 'meetings',
  'Decidim::ParticipatoryProcess': 'processes',
  'Decidim::Proposals::Proposal': 'proposals',
  'Decidim::Surveys::Survey': 'surveys',
  'Decidim::UserBaseEntity': 'users',
};

/** The reference in the columns `nameType` and `nameId`. */
const polymorphic = (row: Row, name: string): string => {
  const kind = kindByClass[String(row[`${name}Type`])];
  if (!kind) throw new Error(`${String(row[`${name}Type`])} is no kind of record`);
  return `${kind}/${String(row[`${name}Id`])}`;
};

const isUser = (row: Row, name: string): boolean => row[`${name}Type`] === 'Decidim::UserBaseEntity';
const authorId = (row: Row): unknown => (isUser(row, 'author') ? row['authorId'] : null);
const upper = (value: unknown): unknown => (typeof value === 'string' ? value.toUpperCase() : value);

const taxonomyIds = (row: Row, dump: Dump, className: string): unknown[] =>
  dump['taxonomizations']!.filter(
    (each) => each['taxonomizableType'] === className && each['taxonomizableId'] === row.id,
  ).map((each) => each['taxonomyId']);

/** The ids of the records that a record links to. */
const linkedIds = (row: Row, dump: Dump, fromClass: string, name: string, toClass: string): unknown[] =>
  dump['resourceLinks']!.filter(
    (each) =>
      each['name'] === name &&
      each['fromType'] === fromClass &&
      each['fromId'] === row.id &&
      each['toType'] === toClass,
  ).map((each) => each['toId']);

const settingNames: Record<string, string> = {
  answers_with_costs: 'answersWithCosts',
  can_accumulate_votes_beyond_threshold: 'voteBeyondThreshold',
  comments_blocked: 'commentsBlocked',
  comments_enabled: 'commentsEnabled',
  comments_max_length: 'commentsMaxLength',
  creation_enabled: 'creationEnabled',
  creation_enabled_for_participants: 'creationEnabledForParticipants',
  likes_enabled: 'likesEnabled',
  maps_enabled: 'mapsEnabled',
  geocoding_enabled: 'mapsEnabled',
  proposal_answering_enabled: 'proposalAnsweringEnabled',
  show_votes: 'votesShown',
  threshold_per_proposal: 'voteThreshold',
  vote_limit: 'voteLimit',
  votes_blocked: 'votesBlocked',
  votes_enabled: 'votesEnabled',
  votes_hidden: 'votesHidden',
};

/** The settings that hold in the current step of the space. */
function settings(row: Row, dump: Dump): Record<string, unknown> {
  const stored = row['settings'] as Record<string, Record<string, unknown> | undefined>;
  const step = dump['steps']!.find(
    (each) => each['active'] && each['participatoryProcessId'] === row['participatorySpaceId'],
  );
  const ofStep = (stored['steps'] as Record<string, Record<string, unknown>> | undefined)?.[String(step?.id)];
  const all: Record<string, unknown> = { ...stored['global'], ...stored['default_step'], ...ofStep };
  return Object.fromEntries(
    Object.entries(settingNames).flatMap(([column, name]) => (column in all ? [[name, all[column]]] : [])),
  );
}

/** Columns with another name, by kind and field. */
const renamed: Partial<Record<Kind, Record<string, string>>> = {
  attachments: { collectionId: 'attachmentCollectionId' },
  components: { kind: 'manifestName' },
  meetings: { contributionCount: 'contributionsCount' },
  milestones: { resultId: 'accountabilityResultId' },
  orders: { budgetId: 'budgetsBudgetId' },
  organization: { locales: 'availableLocales' },
  proposalVotes: { userId: 'authorId' },
  processes: { groupId: 'participatoryProcessGroupId' },
  projects: { budgetId: 'budgetsBudgetId' },
  registrations: { isPublic: 'publicParticipation' },
  results: { statusId: 'accountabilityStatusId' },
  steps: { processId: 'participatoryProcessId' },
  users: { key: 'apiKey' },
};

const proposalClass = 'Decidim::Proposals::Proposal';
const conversions: Partial<Record<Kind, Conversion>> = {
  assemblies: (row, dump) => ({
    access: row['accessMode'],
    taxonomyIds: taxonomyIds(row, dump, 'Decidim::Assembly'),
  }),
  attachmentCollections: (row) => ({ collectionFor: polymorphic(row, 'collectionFor') }),
  attachments: (row) => ({ attachedTo: polymorphic(row, 'attachedTo') }),
  commentVotes: (row) => ({ userId: row['authorId'] }),
  comments: (row) => ({ commentable: polymorphic(row, 'commentable') }),
  components: (row, dump) => {
    const isInAssembly = row['participatorySpaceType'] === 'Decidim::Assembly';
    return {
      processId: isInAssembly ? undefined : row['participatorySpaceId'],
      assemblyId: isInAssembly ? row['participatorySpaceId'] : undefined,
      hiddenFromMenu: row['visible'] === false || undefined,
      settings: settings(row, dump),
    };
  },
  debates: (row, dump) => ({
    authorId: authorId(row),
    taxonomyIds: taxonomyIds(row, dump, 'Decidim::Debates::Debate'),
  }),
  follows: (row) => ({ followable: polymorphic(row, 'followable') }),
  likes: (row) => ({ resource: polymorphic(row, 'resource'), userId: row['authorId'] }),
  meetings: (row, dump) => ({
    authorId: authorId(row),
    taxonomyIds: taxonomyIds(row, dump, 'Decidim::Meetings::Meeting'),
    typeOfMeeting: upper(row['typeOfMeeting']),
    registrationType: upper(row['registrationType']),
    iframeAccessLevel: upper(row['iframeAccessLevel']),
    iframeEmbedType: upper(row['iframeEmbedType']),
    transparent: row['transparent'] === false ? false : undefined,
    privateMeeting: row['privateMeeting'] || undefined,
    commentsEnabled: row['commentsEnabled'] === false ? false : undefined,
    customizeRegistrationEmail: row['customizeRegistrationEmail'] || undefined,
    reservedSlots: row['reservedSlots'] || undefined,
    closing:
      row['closedAt'] === null
        ? undefined
        : {
            report: row['closingReport'],
            attendeesCount: row['attendeesCount'],
            proposalIds: linkedIds(row, dump, 'Decidim::Meetings::Meeting', 'proposals_from_meeting', proposalClass),
          },
  }),
  members: (row) => ({ space: polymorphic(row, 'participatorySpace') }),
  moderations: (row) => ({ reportable: polymorphic(row, 'reportable') }),
  orders: (row, dump) => ({
    projectIds: dump['lineItems']!.filter((each) => each['orderId'] === row.id).map((each) => each['projectId']),
  }),
  organization: (row) => ({ currency: undefined, name: row['name'] }),
  posts: (row) => ({ authorId: authorId(row) }),
  processes: (row, dump) => ({
    restricted: row['accessMode'] === 'restricted',
    taxonomyIds: taxonomyIds(row, dump, 'Decidim::ParticipatoryProcess'),
  }),
  projects: (row, dump) => ({
    taxonomyIds: taxonomyIds(row, dump, 'Decidim::Budgets::Project'),
    proposalIds: linkedIds(row, dump, 'Decidim::Budgets::Project', 'included_proposals', proposalClass),
  }),
  proposals: (row, dump) => {
    const authors = dump['coauthorships']!.filter((each) => each['coauthorableId'] === row.id);
    const meeting = authors.find((each) => each['authorType'] === 'Decidim::Meetings::Meeting');
    return {
      authorIds: authors.filter((each) => isUser(each, 'author')).map((each) => each['authorId']),
      meetingId: meeting?.['authorId'],
      isAnswerUnpublished: (row['state'] !== null && row['statePublishedAt'] === null) || undefined,
      taxonomyIds: taxonomyIds(row, dump, proposalClass),
    };
  },
  questionnaires: (row) => ({ questionnaireFor: polymorphic(row, 'questionnaireFor') }),
  questions: (row, dump) => ({
    responseOptions: dump['responseOptions']!.filter((each) => each['questionId'] === row.id).map(
      ({ id, body, freeText }) => ({ id, body, freeText }),
    ),
    matrixRows: dump['matrixRows']!.filter((each) => each['questionId'] === row.id).map(({ id, position, body }) => ({
      id,
      position,
      body,
    })),
  }),
  registrations: (row) => ({ isWaiting: row['status'] === 'waiting_list' }),
  results: (row, dump) => ({
    taxonomyIds: taxonomyIds(row, dump, 'Decidim::Accountability::Result'),
    proposalIds: linkedIds(row, dump, 'Decidim::Accountability::Result', 'included_proposals', proposalClass),
    projectIds: linkedIds(
      row,
      dump,
      'Decidim::Accountability::Result',
      'included_projects',
      'Decidim::Budgets::Project',
    ),
    // Its children determine the progress of a result that has some.
    ...(row['childrenCount'] !== 0 && { progress: undefined }),
  }),
  spaceLinks: (row) => ({ from: polymorphic(row, 'from'), to: polymorphic(row, 'to') }),
  userModerations: (row, dump) => {
    const block = dump['userBlocks']!.find((each) => each['userId'] === row['userId']);
    return {
      blockedAt: block?.['createdAt'],
      blockingUserId: block?.['blockingUserId'],
      blockReasons: block?.['justification'],
    };
  },
  users: (row) => ({
    secret: row['apiKey'] === null ? undefined : `${String(row['apiKey']).replace('-key', '')}-secret-0123456789`,
    token: row['apiKey'] === null ? undefined : `${String(row['apiKey']).replace('-key', '')}-token`,
    unconfirmed: (row['apiKey'] === null && row['confirmedAt'] === null && row['deletedAt'] === null) || undefined,
    blocked: row['blocked'] || undefined,
    email: row['email'] || undefined,
  }),
  versions: (row) => ({ item: polymorphic(row, 'item') }),
};

/** The kinds whose list has another name in the dump. */
const sources: Partial<Record<Kind, string>> = { organization: 'organizations' };

/** Converts a row to a record: the kind's fields from columns of the same name, and what its conversion returns. */
function toRecord(kind: Kind, row: Row, dump: Dump): Record<string, unknown> {
  const schema = kinds[kind].schema as unknown as { properties: Record<string, { default?: unknown }> };
  const columns = Object.keys(schema.properties).map((field) => [field, row[renamed[kind]?.[field] ?? field]] as const);
  const record: Record<string, unknown> = { ...Object.fromEntries(columns), ...conversions[kind]?.(row, dump) };
  return Object.fromEntries(
    Object.entries(record).filter(
      ([field, value]) =>
        value !== undefined &&
        // A record without `publishedAt` is published; other fields are null by default.
        (field === 'publishedAt' ||
          (value !== null && JSON.stringify(value) !== JSON.stringify(schema.properties[field]!.default))) &&
        !(field === 'taxonomyIds' && (value as unknown[]).length === 0),
    ),
  );
}

/** Writes the world folder of a dump of the platform's database. */
async function convert(dumpFile: string, folder: string): Promise<void> {
  const dump = JSON.parse(readFileSync(dumpFile, 'utf8')) as Dump;
  mkdirSync(folder, { recursive: true });
  for (const kind of Object.keys(kinds) as Kind[]) {
    const rows = dump[sources[kind] ?? kind];
    const file = join(folder, `${kind}.json`);
    rmSync(file, { force: true });
    if (!rows) continue;
    const records = rows.map((row) => toRecord(kind, row, dump));
    writeFileSync(file, await format(JSON.stringify(records), { parser: 'json', printWidth: 120 }));
  }
}

const [dumpFile, folder] = process.argv.slice(2);
if (!dumpFile || !folder) throw new Error('usage: node --import tsx scripts/import-town.ts DUMP.json FOLDER');
await convert(dumpFile, folder);
