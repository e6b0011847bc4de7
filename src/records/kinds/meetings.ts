import { after, component, hourMs, participant } from '../samples.ts';
import { by, defineKind, shownIn } from '../define-kind.ts';
import * as t from '../field-types.ts';
import { Type } from '../schema-builder.ts';

/** The attributes of a closed meeting. */
const closing = Type.Object(
  { report: t.translations(), attendeesCount: Type.Integer({ minimum: 0 }), proposalIds: t.references('proposals') },
  {
    additionalProperties: false,
    description: 'The report, the number of attendees and the ids of linked proposals, if it was closed.',
  },
);

export const meetings = defineKind({
  description: 'Meetings of a meetings component.',
  fields: {
    componentId: t.reference('components'),
    authorId: t.nullable(t.reference('users')),
    title: t.translations(),
    description: t.translations(),
    startTime: t.dateTime(),
    endTime: t.dateTime(),
    typeOfMeeting: t.enumeration(['HYBRID', 'IN_PERSON', 'ONLINE'], 'Where it takes place.'),
    ...t.place,
    location: t.nullable(t.translations('The name of the place.')),
    locationHints: t.nullable(t.translations('How to find the place.')),
    onlineMeetingUrl: t.nullable(
      t.text('The URL of an online meeting; the platform stores any text for a meeting in person.'),
    ),
    iframeAccessLevel: t.nullable(
      t.enumeration(['ALL', 'SIGNED_IN', 'REGISTERED'], 'Who can see the embedded meeting.'),
    ),
    iframeEmbedType: t.nullable(
      t.enumeration(
        ['NONE', 'EMBED_IN_MEETING_PAGE', 'OPEN_IN_LIVE_EVENT_PAGE', 'OPEN_IN_NEW_TAB'],
        'How an online meeting is embedded.',
      ),
    ),
    registrationType: t.enumeration(
      ['REGISTRATION_DISABLED', 'ON_THIS_PLATFORM', 'ON_DIFFERENT_PLATFORM'],
      'How people register.',
    ),
    registrationUrl: t.nullable(
      t.text(
        'The URL for registrations on another platform; the platform stores any text while people register in another way.',
      ),
    ),
    registrationTerms: t.nullable(t.translations('The terms of registration.')),
    registrationsEnabled: t.boolean(false, 'Whether people can register on this platform.'),
    registrationFormEnabled: t.boolean(false, 'Whether there is a registration form.'),
    availableSlots: t.integer(
      'Places that can be taken; 0 is no limit. The platform stores a negative number while nobody registers here.',
      { default: 0 },
    ),
    taxonomyIds: t.references('taxonomies'),
    closedAt: t.nullable(t.dateTime('When it was closed.')),
    reference: t.text(),
    publishedAt: t.nullable(t.dateTime()),
    ...t.timestamps,
    closing: Type.Optional(closing),
    withdrawnAt: t.optional(t.dateTime('When its author withdrew it.')),
    reservedSlots: Type.Optional(t.integer('Places that are kept free.', { minimum: 0 })),
    customizeRegistrationEmail: t.optionalBoolean('Whether the e-mail after a registration has a text of its own.'),
    privateMeeting: t.optionalBoolean('Whether only those who are invited take part.'),
    transparent: t.optionalBoolean('Whether others see a private meeting. Default: true.'),
    contributionCount: t.optional(t.integer('The number of contributions, if it was closed.')),
    attendingOrganizations: t.optional(t.text('The organizations that took part.')),
    audioUrl: t.optional(t.url('The URL of a recording.')),
    videoUrl: t.optional(t.url('The URL of a video.')),
    commentsEnabled: t.optionalBoolean('Whether comments are allowed. Default: true.'),
    commentsStartTime: t.optional(t.dateTime('From when on comments are allowed.')),
    commentsEndTime: t.optional(t.dateTime('Until when comments are allowed.')),
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
    meetingId: t.reference('meetings', 'The meeting.'),
    userId: t.reference('users'),
    isPublic: t.boolean(false, 'Whether the meeting shows that the user takes part.'),
    isWaiting: t.boolean(false, 'Whether the user is on the waiting list.'),
    ...t.timestamps,
  },
  indexes: by('meetingId'),
});

export const agendas = defineKind({
  description: 'Agendas of meetings.',
  fields: {
    meetingId: t.reference('meetings', 'The meeting.'),
    title: t.translations(),
    visible: t.boolean(true, 'Whether the meeting shows it.'),
    ...t.timestamps,
  },
  indexes: by('meetingId'),
});

export const agendaItems = defineKind({
  description: 'Items of an agenda, in trees.',
  fields: {
    agendaId: t.reference('agendas', 'The agenda.'),
    parentId: t.nullable(t.reference('agendaItems', 'The item above it.')),
    title: t.translations(),
    description: t.nullable(t.translations()),
    duration: t.integer('Minutes.'),
    position: t.integer(),
    ...t.timestamps,
  },
  indexes: by('agendaId', 'parentId'),
  parentField: 'parentId',
  samples: { duration: 30, position: ({ id }) => id },
});

export const services = defineKind({
  description: 'Services offered at a meeting, such as childcare.',
  fields: {
    meetingId: t.reference('meetings', 'The meeting.'),
    title: t.translations(),
    description: t.nullable(t.translations()),
    ...t.timestamps,
  },
  indexes: by('meetingId'),
});
