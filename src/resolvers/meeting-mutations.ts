import { type Context, write } from '../contract/context.ts';
import type { CreateMeetingInput, InputMaybe, UpdateMeetingInput } from '../contract/types.ts';
import type { Component, Meeting as MeetingRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
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

/** `CloseMeetingAttributes`, and the locale of the report. */
interface CloseMeetingInput {
  locale: string;
  attributes: {
    closingReport: string;
    attendeesCount: number;
    closedAt?: InputMaybe<string>;
    proposalIds?: InputMaybe<string[]>;
  };
}

/** What the platform has beyond the contract. */
export const MoreMeetingMutation = {
  /** Unknown proposals are dropped, and those of other spaces and of components that are not published. */
  close({ id, componentId }: MeetingRecord, { input }: { input: CloseMeetingInput }, context: Context): MeetingRecord {
    const { store, ways } = context;
    const { locale, attributes } = input;
    const { closingReport, attendeesCount, closedAt, proposalIds } = attributes;
    return write(context, (draft) =>
      draft.change('meetings', id, {
        closedAt: closedAt ? ways.storedMoment(closedAt, store) : store.now(),
        closing: {
          report: { [locale]: ways.storedText(closingReport) },
          attendeesCount,
          proposalIds: linkable(proposalIds ?? [], componentId, store),
        },
      }),
    );
  },

  withdraw({ id }: MeetingRecord, _: unknown, context: Context): MeetingRecord {
    return write(context, (draft) => draft.change('meetings', id, { withdrawnAt: context.store.now() }));
  },
};

function linkable(ids: string[], componentId: number, store: Store): number[] {
  const { processId } = store.find('components', componentId)!;
  const proposals = store
    .several('proposals', [...new Set(ids.map((id) => Number.parseInt(id, 10)))])
    .filter((proposal) => {
      const component = store.find('components', proposal.componentId)!;
      return component.processId === processId && component.publishedAt !== null;
    });
  return proposals.map(({ id }) => id);
}
