import type { Behavior } from '../../behavior.ts';
import { SimulatedServerError } from '../../../errors.ts';
import type { MeetingForm } from '../forms/meeting-form.ts';
import { normalizeHtml } from '../values/html.ts';

/** The fields of a meeting. The texts are stored under the locale of the input; texts of other locales are removed. */
export const meetingFields: Behavior['meetingFields'] = (attributes, locale, previous, store) => {
  // The attribute rules of this dialect return the form in the place of the attributes.
  const form = attributes as unknown as MeetingForm;
  if (form.availableSlots === null) {
    if (!previous) store.skipNextId('meetings');
    throw new SimulatedServerError('the database rejects null slots');
  }
  const texts = (text: string | null) => ({ [locale]: text ?? '' });
  return {
    title: texts(normalizeHtml(form.title)),
    description: texts(normalizeHtml(form.description)),
    location: texts(form.location),
    locationHints: texts(form.locationHints),
    registrationTerms: texts(form.registrationTerms),
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
