import { type RequestContext, updateStore } from '../../contract/request-context.ts';
import type { CreateMeetingInput, InputMaybe, UpdateMeetingInput } from '../../contract/generated-types.ts';
import type { Component, Meeting as MeetingRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
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
export const DecidimMeetingMutation = {
  /** Unknown proposals are dropped, and those of other spaces and of components that are not published. */
  close(
    { id, componentId }: MeetingRecord,
    { input }: { input: CloseMeetingInput },
    context: RequestContext,
  ): MeetingRecord {
    const { store, behavior } = context;
    const { locale, attributes } = input;
    const { closingReport, attendeesCount, closedAt, proposalIds } = attributes;
    return updateStore(context, (draft) =>
      draft.update('meetings', id, {
        closedAt: closedAt ? behavior.normalizeDateTime(closedAt, store) : store.now(),
        closing: {
          report: { [locale]: behavior.sanitizeHtml(closingReport) },
          attendeesCount,
          proposalIds: linkable(proposalIds ?? [], componentId, store),
        },
      }),
    );
  },

  withdraw({ id }: MeetingRecord, _: unknown, context: RequestContext): MeetingRecord {
    return updateStore(context, (draft) => draft.update('meetings', id, { withdrawnAt: context.store.now() }));
  },
};

function linkable(ids: string[], componentId: number, store: Store): number[] {
  const { processId } = store.find('components', componentId)!;
  const proposals = store
    .findMany('proposals', [...new Set(ids.map((id) => Number.parseInt(id, 10)))])
    .filter((proposal) => {
      const component = store.find('components', proposal.componentId)!;
      return component.processId === processId && component.publishedAt !== null;
    });
  return proposals.map(({ id }) => id);
}
