import { type Context, write } from '../contract/context.ts';
import type { CreateMeetingInput, UpdateMeetingInput } from '../contract/types.ts';
import type { Component, Meeting as MeetingRecord } from '../store/records.ts';
import { componentFields } from './components.ts';
import { oneOf } from './records.ts';

export const MeetingsMutation = {
  ...componentFields,
  meeting: oneOf('meetings', 'MeetingMutation'),

  /** Specification, section 4.2. The viewer is the author; the meeting is published at once. */
  createMeeting(component: Component, { input }: { input: CreateMeetingInput }, context: Context): MeetingRecord {
    const { store, viewer, ways } = context;
    return write(context, (draft) =>
      draft.create('meetings', {
        ...ways.meetingFields(input.attributes, input.locale!, undefined, store),
        componentId: component.id,
        authorId: viewer!.id,
        registrationFormEnabled: false,
        closedAt: null,
        closingReport: null,
        attendeesCount: null,
        proposalIds: [],
        withdrawnAt: null,
        publishedAt: store.now(),
      }),
    );
  },
};

export const MeetingMutation = {
  /** Specification, section 4.3. */
  update({ id }: MeetingRecord, { input }: { input: UpdateMeetingInput }, context: Context): MeetingRecord {
    const { store, ways } = context;
    // As it is now: an earlier field of the same document may have written it.
    const before = store.find('meetings', id);
    return write(context, (draft) =>
      draft.change('meetings', id, ways.meetingFields(input.attributes, input.locale!, before, store)),
    );
  },
};
