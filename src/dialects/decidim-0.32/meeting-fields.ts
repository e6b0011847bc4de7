import { Crash } from '../../errors.ts';
import type { Ways } from '../../resolvers/ways.ts';
import type { MeetingForm } from './forms/meeting-form.ts';
import { stored } from './html.ts';

/** The fields of a meeting: its texts are stored under the locale of the input and no other. */
export const meetingFields: Ways['meetingFields'] = (attributes, locale, before, store) => {
  const form = attributes as unknown as MeetingForm;
  if (form.availableSlots === null) {
    if (!before) store.skip('meetings');
    throw new Crash('the database wants a number of slots');
  }
  const text = (said: string | null) => ({ [locale]: said ?? '' });
  return {
    title: text(stored(form.title)),
    description: text(stored(form.description)),
    location: text(form.location),
    locationHints: text(form.locationHints),
    registrationTerms: text(form.registrationTerms),
    startTime: store.print(form.start.instant),
    endTime: store.print(form.end.instant),
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
