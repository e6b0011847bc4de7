import type { Kind } from '../src/store/records.ts';

/** What each kind of record is. */
export const kindDescriptions: Record<Exclude<Kind, 'revocations'>, string> = {
  organization: 'The organization that runs the platform. Exactly one record.',
  users: 'People, and API users: a user with a key signs in with key and secret.',
  taxonomies: 'Categories of meetings, proposals and results, in trees.',
  processes: 'Participatory processes: the spaces that contain components.',
  components: 'Components of a process: one list of proposals, meetings, results or budgets each, or a page.',
  proposals: 'Proposals of a proposals component, with their answer.',
  meetings: 'Meetings of a meetings component.',
  statuses: 'Statuses of the results of an accountability component.',
  results: 'Results of an accountability component, in trees.',
  milestones: 'Milestones of a result.',
  budgets: 'Budgets of a budgets component.',
  projects: 'Projects of a budget.',
};

/** Fields that mean the same in every kind. */
const common: Record<string, string> = {
  id: 'Unique among the records of the kind. New records continue after the highest id.',
  createdAt: 'When the record was created. Default: when the world is loaded.',
  updatedAt: 'When the record was last changed. Default: `createdAt`.',
  publishedAt: 'When the record was published; null for a draft. Default: when the world is loaded.',
  reference: 'The reference that the platform shows. Default: made from the prefix, the kind, the month and the id.',
  weight: 'The position among its siblings, lowest first.',
  componentId: 'The component that the record belongs to.',
  taxonomyIds: 'Its taxonomies.',
  latitude: 'Degrees north.',
  longitude: 'Degrees east.',
  address: 'The street address.',
  changes: 'How often it was changed since it was created.',
  deletedAt: 'When it was deleted.',
  title: 'The title.',
  description: 'The description, in HTML.',
  startDate: 'The first day.',
  endDate: 'The last day.',
  name: 'The name.',
};

const byKind: Partial<Record<Kind, Record<string, string>>> = {
  organization: {
    host: 'The host name of the platform.',
    referencePrefix: 'The first part of references, such as `TH`.',
    timeZone: 'An IANA time zone, such as `Europe/Madrid`. Date-times without an offset are in this zone.',
    locales: 'The locales in which texts can be written.',
    defaultLocale: 'One of the locales.',
    currency: 'The sign in front of costs.',
  },
  users: {
    nickname: 'Without the at sign.',
    admin: 'Whether the user is an administrator.',
    key: 'The key of an API user; null for a person.',
    secret: 'The secret of an API user.',
    token: 'A bearer token that is always valid.',
  },
  taxonomies: { parentId: 'The taxonomy above it; null for a root.' },
  processes: {
    slug: 'The name in URLs.',
    subtitle: 'The subtitle.',
    shortDescription: 'A short description.',
    developerGroup: 'Who promotes the process.',
    localArea: 'The area that it concerns.',
    metaScope: 'What is decided.',
    participatoryScope: 'Who can take part in what.',
    participatoryStructure: 'How it is decided.',
    target: 'Who it is for.',
    restricted: 'Whether only administrators can see it.',
  },
  components: {
    kind: 'What the component contains.',
    processId: 'The process that it belongs to.',
    settings:
      '`answersWithCosts` shows costs of answers, `commentsEnabled` allows comments, `creationEnabled` lets participants create proposals, `creationEnabledForParticipants` meetings, and `proposalAnsweringEnabled` allows answers.',
  },
  proposals: {
    authorIds: 'Its authors; empty for an official proposal.',
    body: 'The text.',
    state: 'The state of the answer; null without one.',
    answer: 'The text of the answer.',
    answeredAt: 'When it was answered.',
    cost: 'The cost in the currency of the organization.',
    costReport: 'The explanation of the cost.',
    executionPeriod: 'When it will be done.',
    withdrawnAt: 'When its author withdrew it.',
  },
  meetings: {
    authorId: 'The user who created it; null for an official meeting.',
    startTime: 'When it starts.',
    endTime: 'When it ends.',
    typeOfMeeting: 'Where it takes place.',
    location: 'The name of the place.',
    locationHints: 'How to find the place.',
    onlineMeetingUrl: 'The URL of an online meeting.',
    iframeAccessLevel: 'Who can see the embedded meeting.',
    iframeEmbedType: 'How an online meeting is embedded.',
    registrationType: 'How people register.',
    registrationUrl: 'The URL for registrations on another platform.',
    registrationTerms: 'The terms of registration.',
    registrationsEnabled: 'Whether people can register on this platform.',
    registrationFormEnabled: 'Whether there is a registration form.',
    availableSlots: 'Places that can be taken; 0 is no limit.',
    closedAt: 'When it was closed.',
    closing: 'The report, the number of attendees and the ids of linked proposals, if it was closed.',
    withdrawnAt: 'When its author withdrew it.',
  },
  statuses: { key: 'The name for programs.', progress: 'The progress of its results, in percent.' },
  results: {
    parentId: 'The result above it, of the same component.',
    statusId: 'Its status, of the same component.',
    externalId: 'The id in another system.',
    progress: 'Percent; of a result with children the progress is derived from them.',
    weight: 'How much it counts in the progress of its parent.',
    proposalIds: 'The proposals that led to it.',
    projectIds: 'The projects that led to it.',
    derivedProgress: 'The progress that a change of its children determined; it replaces `progress`.',
  },
  milestones: { resultId: 'The result that it belongs to.', entryDate: 'The day of the milestone.' },
  budgets: { totalBudget: 'The sum that can be spent.' },
  projects: { budgetId: 'The budget that it belongs to.', budgetAmount: 'What it costs.' },
};

/** The description of a field. Throws if there is none. */
export function describeField(kind: Kind, field: string): string {
  const description = byKind[kind]?.[field] ?? common[field];
  if (description === undefined)
    throw new Error(`scripts/world-descriptions.ts has no description of ${kind}.${field}`);
  return description;
}
