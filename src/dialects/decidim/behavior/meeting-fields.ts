import { SimulatedServerError } from '../../../errors.ts';
import type { Behavior } from '../../../contract/behavior.ts';
import type { MeetingForm } from '../forms/meeting-form.ts';
import { normalizeHtml } from '../values/html.ts';

/** The fields of a meeting: its texts are stored under the locale of the input and no other. */
export const meetingFields: Behavior['meetingFields'] = (attributes, locale, before, store) => {
  const form = attributes as unknown as MeetingForm;
  if (form.availableSlots === null) {
    if (!before) store.skipNextId('meetings');
    throw new SimulatedServerError('the database wants a number of slots');
  }
  const text = (said: string | null) => ({ [locale]: said ?? '' });
  return {
    title: text(normalizeHtml(form.title)),
    description: text(normalizeHtml(form.description)),
    location: text(form.location),
    locationHints: text(form.locationHints),
    registrationTerms: text(form.registrationTerms),
    startTime: store.formatDateTime(form.start.epochMs),
    endTime: store.formatDateTime(form.end.epochMs),
    typeOfMeeting: form.typeOfMeeting,
    address: form.address,
    latitude: form.latitude,
    longitude: form.longitude,
    onlineMeetingUrl: form.onlineMeetingUrl,
    iframeAccessLevel: form.iframeAccessLevel,
    iframeEmbedType: form.iframeEmbedType,
    registrationType: form.registrationType,
    registrationUrl: form.registrationUrl,
    registrationsEnabled: form.registrationType === 'ON_THIS_PLATFORM',
    availableSlots: form.availableSlots,
    taxonomyIds: form.taxonomyIds,
  };
};
