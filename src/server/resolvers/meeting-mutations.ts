import type { RequestContext } from '../../graphql/context.ts';
import type { CreateMeetingInput, UpdateMeetingInput } from '../../graphql/generated-types.ts';
import type { Component, Meeting as MeetingRecord } from '../../records/records.ts';
import { componentFields } from './components.ts';
import { recordById } from './component-records.ts';

export const MeetingsMutation = {
  ...componentFields,
  meeting: recordById('meetings', 'MeetingMutation'),

  /** Specification, section 4.2. The viewer becomes the author; the meeting is published immediately. */
  createMeeting(
    component: Component,
    { input }: { input: CreateMeetingInput },
    context: RequestContext,
  ): MeetingRecord {
    const { store, viewer, behavior } = context;
    return context.store.update((transaction) =>
      transaction.create('meetings', {
        componentId: component.id,
        authorId: viewer!.id,
        registrationFormEnabled: false,
        closedAt: null,
        publishedAt: store.now(),
        ...behavior.meetingFields(input.attributes, input.locale!, undefined, store),
      }),
    );
  },
};

export const MeetingMutation = {
  /** Specification, section 4.3. */
  update({ id }: MeetingRecord, { input }: { input: UpdateMeetingInput }, context: RequestContext): MeetingRecord {
    const { store, behavior } = context;
    // An earlier field of the same document may have changed the record.
    const previous = store.find('meetings', id);
    return context.store.update((transaction) =>
      transaction.update('meetings', id, behavior.meetingFields(input.attributes, input.locale!, previous, store)),
    );
  },
};
