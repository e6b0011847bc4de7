import type { RequestContext } from '../../contract/request-context.ts';
import { updateStore } from '../../store/update-store.ts';
import type { CreateMeetingInput, UpdateMeetingInput } from '../../contract/generated-types.ts';
import type { Component, Meeting as MeetingRecord } from '../../store/records.ts';
import { componentFields } from './components.ts';
import { recordById } from './component-records.ts';

export const MeetingsMutation = {
  ...componentFields,
  meeting: recordById('meetings', 'MeetingMutation'),

  /** Specification, section 4.2. The viewer is the author; the meeting is published at once. */
  createMeeting(
    component: Component,
    { input }: { input: CreateMeetingInput },
    context: RequestContext,
  ): MeetingRecord {
    const { store, viewer, behavior } = context;
    return updateStore(context, (draft) =>
      draft.create('meetings', {
        ...behavior.meetingFields(input.attributes, input.locale!, undefined, store),
        componentId: component.id,
        authorId: viewer!.id,
        registrationFormEnabled: false,
        closedAt: null,
        publishedAt: store.now(),
      }),
    );
  },
};

export const MeetingMutation = {
  /** Specification, section 4.3. */
  update({ id }: MeetingRecord, { input }: { input: UpdateMeetingInput }, context: RequestContext): MeetingRecord {
    const { store, behavior } = context;
    // As it is now: an earlier field of the same document may have written it.
    const before = store.find('meetings', id);
    return updateStore(context, (draft) =>
      draft.update('meetings', id, behavior.meetingFields(input.attributes, input.locale!, before, store)),
    );
  },
};
