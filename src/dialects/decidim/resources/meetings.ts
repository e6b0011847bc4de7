import { SimulatedServerError } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { InputMaybe, MeetingAttributes } from '../../../graphql/generated-types.ts';
import type { Meeting as MeetingRecord, Records, Translations } from '../../../records/records.ts';
import type { OptionalAttribute } from '../../../resources/meetings.ts';
import type { RecordResolvers } from '../../../resources/resolver-types.ts';
import { sortIds } from '../../../resources/results.ts';
import type { Store } from '../../../store/store.ts';
import type { Behavior } from '../../../graphql/behavior.ts';
import type { Permissions } from '../../../graphql/guards.ts';
import {
  type FormRule,
  errorIf,
  isBlank,
  isHttpUrl,
  notInListMessage,
  parseUri,
  validateEtiquette,
  validateForm,
  validatePresence,
  validateRange,
} from '../forms/validations.ts';
import { type AttributeRules, type PlatformBehavior, note } from '../resource.ts';
import { epochSeconds, formatDateTime, requireDateTime } from '../values/dates.ts';
import { parseTaxonomyIds } from '../values/ids.ts';
import { storeText } from '../values/stored-text.ts';
import { compareLocales } from '../values/texts.ts';
import { findLinkableProposals } from './proposals.ts';
import { isAuthor, isUpdate, minutesSince, referenceTo, refuseRootTaxonomy } from './relations.ts';

const Meeting = {
  agenda: ({ id }, _, { store }) => store.where('agendas', 'meetingId', id).find(({ visible }) => visible) ?? null,
  attendeesCount: ({ closing }) => closing?.attendeesCount ?? null,
  /** The platform stores the time of day without the date. */
  closedAt: ({ closedAt }) => closedAt && `2000-01-01${closedAt.slice(10)}`,
  closingReport: ({ closing }) => closing?.report ?? null,
  commentsEnabled: ({ commentsEnabled = true }) => commentsEnabled,
  publicParticipants({ id }, _, { store }) {
    const registrations = store.where('registrations', 'meetingId', id).filter(({ isPublic }) => isPublic);
    return store.findMany(
      'users',
      registrations.map(({ userId }) => userId),
    );
  },
  proposalsFromMeeting: ({ closing }, _, { store }) => store.findMany('proposals', sortIds(closing?.proposalIds ?? [])),
  /** The platform creates a form for each meeting; a world needs none without questions. */
  registrationForm({ id, registrationFormEnabled, createdAt }, _, { store }): Records['questionnaires'] | null {
    if (!registrationFormEnabled) return null;
    const questionnaireFor = referenceTo('meetings', id);
    const emptyForm = { id, questionnaireFor, title: null, description: null, tos: null };
    const [form] = store.where('questionnaires', 'questionnaireFor', questionnaireFor);
    return form ?? { ...emptyForm, createdAt, updatedAt: createdAt };
  },
  /** The places that are left, below 0 if there is no limit. People on the waiting list do not take one. */
  remainingSlots({ id, availableSlots, reservedSlots = 0 }, _, { store }) {
    const registered = store.where('registrations', 'meetingId', id).filter(({ isWaiting }) => !isWaiting);
    return availableSlots - reservedSlots - registered.length;
  },
  transparent: ({ transparent = true }) => transparent,
  withdrawn: ({ withdrawnAt = null }) => withdrawnAt !== null,
} satisfies RecordResolvers<'meetings'>;

const isWithdrawn = ({ withdrawnAt = null }: MeetingRecord): boolean => withdrawnAt !== null;

const isOver = ({ endTime }: MeetingRecord, context: RequestContext): boolean => minutesSince(endTime, context) > 0;

const forAuthorOfMeeting =
  (isAllowed: (meeting: MeetingRecord, context: RequestContext) => boolean) =>
  ({ id }: MeetingRecord, context: RequestContext): boolean => {
    const meeting = context.store.get('meetings', id);
    return isAuthor(meeting, context) && isAllowed(meeting, context);
  };

interface CloseMeetingArguments {
  input: { attributes: { closedAt?: string | null } };
}

const mayClose = forAuthorOfMeeting(
  (meeting, context) => isOver(meeting, context) && meeting.closedAt === null && !isWithdrawn(meeting),
);

// Permissions check the stored record, because an earlier field of the same document can have changed it.
export const permissions: Permissions = {
  'MeetingMutation.close': (meeting: MeetingRecord, context, { input }: CloseMeetingArguments) => {
    // The platform parses the time before it checks the permission.
    if (input.attributes.closedAt === null) throw new SimulatedServerError('closedAt is null');
    return mayClose(meeting, context);
  },
  'MeetingMutation.update': forAuthorOfMeeting(({ closedAt }) => closedAt === null),
  'MeetingMutation.withdraw': forAuthorOfMeeting(
    (meeting, context) => !isWithdrawn(meeting) && !isOver(meeting, context),
  ),
};

/** The stored text that an update keeps: in the locale of the input, else in the default locale, else the first. */
function findStoredText(texts: Translations | null, locale: string, { organization }: Store): string {
  if (!texts) return '';
  const [firstLocale] = Object.keys(texts).toSorted(compareLocales);
  const candidates = [
    texts[locale]?.replaceAll('<p></p>', ''),
    texts[organization.defaultLocale],
    texts[firstLocale ?? locale],
  ];
  return candidates.find((text) => text !== undefined && !isBlank(text)) ?? '';
}

/**
 * Creates a meeting as the platform validates and then stores it, from an input in a locale. On create there is no previous meeting; on
 * update, null keeps the stored value.
 */
function createMeetingForm(
  attributes: MeetingAttributes,
  locale: string,
  previous: MeetingRecord | undefined,
  store: Store,
) {
  const { title, description, typeOfMeeting, registrationType, taxonomies } = attributes;
  const merge = <Name extends OptionalAttribute>(name: Name, initial: MeetingRecord[Name]) => {
    const value = attributes[name] as MeetingRecord[Name] | null | undefined;
    if (previous) return value ?? previous[name];
    return value === undefined ? initial : value;
  };
  const mergeText = (name: 'location' | 'locationHints' | 'registrationTerms'): string | null =>
    attributes[name] ?? (previous ? findStoredText(previous[name], locale, store) : null);
  return {
    title,
    description,
    typeOfMeeting,
    registrationType,
    start: requireDateTime(attributes.startTime),
    end: requireDateTime(attributes.endTime),
    address: merge('address', null),
    location: mergeText('location'),
    locationHints: mergeText('locationHints'),
    latitude: merge('latitude', null),
    longitude: merge('longitude', null),
    onlineMeetingUrl: merge('onlineMeetingUrl', null),
    iframeAccessLevel: merge('iframeAccessLevel', null),
    iframeEmbedType: merge('iframeEmbedType', 'NONE'),
    registrationUrl: merge('registrationUrl', null),
    registrationTerms: mergeText('registrationTerms'),
    availableSlots: merge('availableSlots', 0),
    taxonomyIds: taxonomies ? parseTaxonomyIds(taxonomies, store) : (previous?.taxonomyIds ?? []),
  };
}

type MeetingForm = ReturnType<typeof createMeetingForm>;

const hasUrl = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'IN_PERSON';
const hasAddress = ({ typeOfMeeting }: MeetingForm): boolean => typeOfMeeting !== 'ONLINE';
const isRegistrationHere = ({ registrationType }: MeetingForm): boolean => registrationType === 'ON_THIS_PLATFORM';
const isRegistrationElsewhere = ({ registrationType }: MeetingForm): boolean =>
  registrationType === 'ON_DIFFERENT_PLATFORM';
const startsTooLate = ({ start, end }: MeetingForm): boolean => epochSeconds(start) >= epochSeconds(end);

const embedTypesInFrames = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE']);
const embedTypesWithAccessLevel = new Set<unknown>(['EMBED_IN_MEETING_PAGE', 'OPEN_IN_NEW_TAB']);
const embeddableHosts = new Set<unknown>(['www.youtube.com', 'www.twitch.tv', 'meet.jit.si']);

const validateUrl = (url: string | null, message: string): string[] => [
  ...validatePresence(url),
  ...errorIf(!isBlank(url) && !isHttpUrl(url!), message),
];

/** Whether the meeting is embedded and its URL is not of a supported service. Throws SimulatedServerError for an invalid URI. */
function isUrlNotEmbeddable({ onlineMeetingUrl: url, iframeEmbedType }: MeetingForm): boolean {
  if (isBlank(url) || !embedTypesInFrames.has(iframeEmbedType)) return false;
  const uri = parseUri(url!);
  if (!uri) throw new SimulatedServerError(`${url} is not a URI`);
  return !embeddableHosts.has(uri.host);
}

const onlyIf =
  (applies: (form: MeetingForm) => boolean, validate: (form: MeetingForm) => string[]) =>
  (form: MeetingForm): string[] =>
    applies(form) ? validate(form) : [];

/** The rules of a new or updated meeting, in the platform's order. */
const meetingRules: FormRule<MeetingForm>[] = [
  ['startTime', onlyIf(startsTooLate, ({ end }) => [`must be before ${formatDateTime(end)}`])],
  ['endTime', onlyIf(startsTooLate, ({ start }) => [`must be after ${formatDateTime(start)}`])],
  ['address', onlyIf(hasAddress, ({ address }) => validatePresence(address))],
  [
    'iframeEmbedType',
    ({ iframeEmbedType }) =>
      errorIf(iframeEmbedType === null || iframeEmbedType === 'OPEN_IN_LIVE_EVENT_PAGE', notInListMessage),
  ],
  ['title', ({ title }) => [...validatePresence(title), ...validateEtiquette(title)]],
  ['description', ({ description }) => [...validatePresence(description), ...validateEtiquette(description)]],
  ['location', onlyIf(hasAddress, ({ location }) => validatePresence(location))],
  ['onlineMeetingUrl', onlyIf(hasUrl, (form) => validateUrl(form.onlineMeetingUrl, 'Must be valid URL'))],
  [
    'availableSlots',
    onlyIf(isRegistrationHere, ({ availableSlots }) => [
      ...validateRange(availableSlots, { from: 0 }),
      ...errorIf(availableSlots === null, 'cannot be blank'),
    ]),
  ],
  ['registrationTerms', onlyIf(isRegistrationHere, ({ registrationTerms }) => validatePresence(registrationTerms))],
  [
    'registrationUrl',
    onlyIf(isRegistrationElsewhere, (form) => validateUrl(form.registrationUrl, 'This URL is in the incorrect format')),
  ],
  [
    'iframeAccessLevel',
    ({ iframeEmbedType, iframeAccessLevel }) =>
      errorIf(embedTypesWithAccessLevel.has(iframeEmbedType) && iframeAccessLevel === null, notInListMessage),
  ],
  [
    'iframeEmbedType',
    (form) => errorIf(isUrlNotEmbeddable(form), 'This URL cannot be embedded in meeting or live event page.'),
  ],
];

const meetingAttributes: AttributeRules = {
  read(attributes: MeetingAttributes, context) {
    const { store, locale, record } = context;
    // The meeting as it is stored now.
    const previous = isUpdate(context) ? store.find('meetings', record.id) : undefined;
    return createMeetingForm(attributes, locale, previous, store);
  },
  validate: (form: MeetingForm, context) =>
    validateForm(meetingRules, form) ?? refuseRootTaxonomy(form.taxonomyIds, context),
};

const closingRules: FormRule<{ closingReport: string; attendeesCount: number }>[] = [
  ['closingReport', ({ closingReport }) => validatePresence(closingReport)],
  ['attendeesCount', ({ attendeesCount }) => validateRange(attendeesCount, { from: 0, to: 999 })],
];

/** By the name of the input type. */
export const attributeRules: Record<string, AttributeRules> = {
  CloseMeetingAttributes: { validate: (attributes) => validateForm(closingRules, attributes) },
  MeetingAttributes: meetingAttributes,
};

/** The fields of a meeting. The texts are stored under the locale of the input; texts of other locales are removed. */
const meetingFields: Behavior['meetingFields'] = (attributes, locale, previous, store) => {
  const { start, end, availableSlots, ...form } = attributes as unknown as MeetingForm;
  if (availableSlots === null) {
    if (!previous) store.skipNextId('meetings');
    throw new SimulatedServerError('the database rejects null slots');
  }
  return {
    ...form,
    availableSlots,
    title: { [locale]: storeText(form.title, store) },
    description: { [locale]: storeText(form.description, store) },
    location: { [locale]: form.location ?? '' },
    locationHints: { [locale]: form.locationHints ?? '' },
    registrationTerms: { [locale]: form.registrationTerms ?? '' },
    startTime: store.formatDateTime(start.epochMs),
    endTime: store.formatDateTime(end.epochMs),
    registrationsEnabled: form.registrationType === 'ON_THIS_PLATFORM',
  };
};

export const behavior: Partial<Behavior> = { meetingFields };

/** `CloseMeetingInput`; the report is stored under its locale. */
interface CloseMeetingInput {
  input: {
    locale: string;
    attributes: {
      closingReport: string;
      attendeesCount: number;
      closedAt?: InputMaybe<string>;
      proposalIds?: InputMaybe<string[]>;
    };
  };
}

const MeetingMutation = {
  close({ id, componentId }, { input: { locale, attributes } }: CloseMeetingInput, { store }) {
    const { closingReport, attendeesCount, closedAt, proposalIds } = attributes;
    const linkedIds = (proposalIds ?? []).map((proposalId) => Number.parseInt(proposalId, 10));
    return store.update((transaction) =>
      transaction.update('meetings', id, {
        closedAt: closedAt ? store.formatDateTime(requireDateTime(closedAt).epochMs) : store.now(),
        closing: {
          report: { [locale]: storeText(closingReport, store) },
          attendeesCount,
          proposalIds: findLinkableProposals(linkedIds, componentId, store),
        },
      }),
    );
  },

  withdraw: ({ id }, _, { store }) =>
    store.update((transaction) => transaction.update('meetings', id, { withdrawnAt: store.now() })),
} satisfies RecordResolvers<'meetings'>;

export const resolvers = { Meeting, MeetingMutation };

const choices = ['iframeAccessLevel', 'iframeEmbedType', 'registrationType', 'typeOfMeeting'] as const;

const choicesAsTexts = {
  Meeting: Object.fromEntries(
    choices.map((name) => [name, ({ [name]: choice }: MeetingRecord) => choice?.toLowerCase() ?? null]),
  ),
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // The database has texts; 0.32 shows them as enumerations.
  choicesAsTexts: {
    until: '0.31',
    resolvers: choicesAsTexts,
    notes: [
      note(
        'is a text in lower case, such as `in_person`; an enumeration since 0.32',
        'Meeting.iframeAccessLevel',
        'Meeting.iframeEmbedType',
        'Meeting.registrationType',
        'Meeting.typeOfMeeting',
      ),
    ],
  },
  // 0.31 made the parts of a position required.
  requiredPositions: {
    since: '0.31',
    notes: [note('is null with an error where a record has no place; until 0.30 without one', '*.coordinates')],
  },
  requiredUrls: {
    notes: [note('is required: a meeting without a URL is null with an error', 'Meeting.onlineMeetingUrl')],
  },
};
