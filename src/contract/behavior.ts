import type { AnswerProposalAttributes, MeetingAttributes } from './generated-types.ts';
import type { Meeting, Proposal, Result } from '../store/records.ts';
import type { RecordFields, Store } from '../store/store.ts';

/** The fields of a meeting that an input decides. */
export type MeetingFields = Omit<
  RecordFields<'meetings'>,
  'componentId' | 'authorId' | 'publishedAt' | 'closedAt' | 'withdrawnAt' | 'closing' | 'registrationFormEnabled'
>;

/** What deployments do each in their own way, where the specification leaves it open or is not followed. */
export interface Behavior {
  /** Records that a page holds at most. */
  maxPageSize: number;
  /**
   * The fields of a meeting after an input in a locale, from the ones before it; of a new one there are none. The attributes
   * are what the dialect's rules made of them.
   */
  meetingFields(
    attributes: MeetingAttributes,
    locale: string,
    before: Meeting | undefined,
    store: Store,
  ): MeetingFields;
  /** The fields of a proposal that an answer changes; `request` is what the answering request knows. */
  answerFields(
    attributes: AnswerProposalAttributes,
    before: Proposal,
    request: { store: Store },
  ): Partial<RecordFields<'proposals'>>;
  /** Percent, or null: the progress that is shown of a result. */
  resultProgress(result: Result, store: Store): number | null;
}
