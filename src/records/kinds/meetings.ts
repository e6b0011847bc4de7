import { after, component, hourMs, participant } from '../samples.ts';
import { by, defineKind, shownIn } from '../define-kind.ts';
import {
  boolean,
  dateTime,
  enumeration,
  integer,
  nullable,
  optional,
  optionalBoolean,
  place,
  reference,
  references,
  text,
  timestamps,
  translations,
  url,
} from '../field-types.ts';
import { Type } from '../schema-builder.ts';

/** The attributes of a closed meeting. */
const closing = Type.Object(
  { report: translations(), attendeesCount: Type.Integer({ minimum: 0 }), proposalIds: references('proposals') },
  {
    additionalProperties: false,
    description: 'The report, the number of attendees and the ids of linked proposals, if it was closed.',
  },
);

export const meetings = defineKind({
  description: 'Meetings of a meetings component.',
  fields: {
    componentId: reference('components'),
    authorId: nullable(reference('users')),
    title: translations(),
    description: translations(),
    startTime: dateTime(),
    endTime: dateTime(),
    typeOfMeeting: enumeration(['HYBRID', 'IN_PERSON', 'ONLINE'], 'Where it takes place.'),
    ...place,
    location: nullable(translations('The name of the place.')),
    locationHints: nullable(translations('How to find the place.')),
    onlineMeetingUrl: nullable(url('The URL of an online meeting.')),
    iframeAccessLevel: nullable(enumeration(['ALL', 'SIGNED_IN', 'REGISTERED'], 'Who can see the embedded meeting.')),
    iframeEmbedType: nullable(
      enumeration(
        ['NONE', 'EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE', 'OPEN_IN_NEW_TAB'],
        'How an online meeting is embedded.',
      ),
    ),
    registrationType: enumeration(
      ['REGISTRATION_DISABLED', 'ON_THIS_PLATFORM', 'ON_DIFFERENT_PLATFORM'],
      'How people register.',
    ),
    registrationUrl: nullable(url('The URL for registrations on another platform.')),
    registrationTerms: nullable(translations('The terms of registration.')),
    registrationsEnabled: boolean(false, 'Whether people can register on this platform.'),
    registrationFormEnabled: boolean(false, 'Whether there is a registration form.'),
    availableSlots: Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Places that can be taken; 0 is no limit.',
    }),
    taxonomyIds: references('taxonomies'),
    closedAt: nullable(dateTime('When it was closed.')),
    reference: text(),
    publishedAt: nullable(dateTime()),
    ...timestamps,
    closing: Type.Optional(closing),
    withdrawnAt: optional(dateTime('When its author withdrew it.')),
    reservedSlots: Type.Optional(integer('Places that are kept free.', { minimum: 0 })),
    customizeRegistrationEmail: optionalBoolean('Whether the e-mail after a registration has a text of its own.'),
    privateMeeting: optionalBoolean('Whether only those who are invited take part.'),
    transparent: optionalBoolean('Whether others see a private meeting. Default: true.'),
    contributionCount: optional(integer('The number of contributions, if it was closed.')),
    attendingOrganizations: optional(text('The organizations that took part.')),
    audioUrl: optional(url('The URL of a recording.')),
    videoUrl: optional(url('The URL of a video.')),
    commentsEnabled: optionalBoolean('Whether comments are allowed. Default: true.'),
    commentsStartTime: optional(dateTime('From when on comments are allowed.')),
    commentsEndTime: optional(dateTime('Until when comments are allowed.')),
  },
  indexes: { ...by('componentId'), ...shownIn },
  referenceCode: 'MEET',
  samples: {
    componentId: component('meetings'),
    authorId: participant,
    startTime: after('endTime', -2 * hourMs, 7 * 24 * hourMs),
    endTime: after('startTime', 2 * hourMs),
    typeOfMeeting: 'IN_PERSON',
    iframeEmbedType: 'NONE',
  },
});

export const registrations = defineKind({
  description: 'Registrations for meetings.',
  fields: {
    meetingId: reference('meetings', 'The meeting.'),
    userId: reference('users'),
    isPublic: boolean(false, 'Whether the meeting shows that the user takes part.'),
    isWaiting: boolean(false, 'Whether the user is on the waiting list.'),
    ...timestamps,
  },
  indexes: by('meetingId'),
});

export const agendas = defineKind({
  description: 'Agendas of meetings.',
  fields: {
    meetingId: reference('meetings', 'The meeting.'),
    title: translations(),
    visible: boolean(true, 'Whether the meeting shows it.'),
    ...timestamps,
  },
  indexes: by('meetingId'),
});

export const agendaItems = defineKind({
  description: 'Items of an agenda, in trees.',
  fields: {
    agendaId: reference('agendas', 'The agenda.'),
    parentId: nullable(reference('agendaItems', 'The item above it.')),
    title: translations(),
    description: nullable(translations()),
    duration: integer('Minutes.'),
    position: integer(),
    ...timestamps,
  },
  indexes: by('agendaId', 'parentId'),
  parentField: 'parentId',
  samples: { duration: 30, position: ({ id }) => id },
});

export const services = defineKind({
  description: 'Services offered at a meeting, such as childcare.',
  fields: {
    meetingId: reference('meetings', 'The meeting.'),
    title: translations(),
    description: nullable(translations()),
    ...timestamps,
  },
  indexes: by('meetingId'),
});
