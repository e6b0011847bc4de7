import { Crash } from '../../errors.ts';
import type { Ways } from '../../resolvers/ways.ts';
import { meetingForm } from './forms/meeting-form.ts';
import { stored } from './html.ts';

/** The fields of a meeting: its texts are stored under the locale of the input and no other. */
export const meetingFields: Ways['meetingFields'] = (attributes, locale, before, store) => {
  const form = meetingForm(attributes, locale, before, store);
  if (form.availableSlots === null) throw new Crash('the database wants a number of slots');
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
