import type { AnswerProposalAttributes, MeetingAttributes } from '../contract/types.ts';
import type { Meeting, Proposal, Result } from '../store/records.ts';
import type { Fields, Store } from '../store/store.ts';

/** The fields of a meeting that an input decides. */
export type MeetingFields = Omit<
  Fields<'meetings'>,
  | 'componentId'
  | 'authorId'
  | 'publishedAt'
  | 'closedAt'
  | 'withdrawnAt'
  | 'closingReport'
  | 'attendeesCount'
  | 'proposalIds'
  | 'registrationFormEnabled'
>;

/** What deployments do each in their own way, where the specification leaves it open or is not followed. */
export interface Ways {
  /** Records that a page holds at most. */
  longestPage: number;
  /** The fields of a meeting after an input in a locale, from the ones before it; of a new one there are none. */
  meetingFields(
    attributes: MeetingAttributes,
    locale: string,
    before: Meeting | undefined,
    store: Store,
  ): MeetingFields;
  /** The fields of a proposal that an answer changes. */
  answerFields(attributes: AnswerProposalAttributes, before: Proposal, store: Store): Partial<Fields<'proposals'>>;
  /** Percent, or null: the progress that is shown of a result. */
  progress(result: Result, store: Store): number | null;
}
