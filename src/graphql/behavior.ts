import type { AnswerProposalAttributes, MeetingAttributes } from './generated-types.ts';
import type { Meeting, Proposal, Result } from '../records/records.ts';
import type { Store } from '../store/store.ts';
import type { RecordFields } from '../store/transaction.ts';

/** The fields of a meeting that an input determines. */
export type MeetingFields = Omit<
  RecordFields<'meetings'>,
  'componentId' | 'authorId' | 'publishedAt' | 'closedAt' | 'withdrawnAt' | 'closing' | 'registrationFormEnabled'
>;

/** What differs between deployments, where the specification leaves it open or where they do not follow it. */
export interface Behavior {
  /** The maximum number of records on a page. */
  maxPageSize: number;
  /** Whether the paths of pages do not begin with a locale, such as `/en`. */
  pathsWithoutLocale?: boolean;
  /**
   * Returns the fields of a meeting that an input in a locale creates or updates; `previous` is undefined on create. The
   * attributes are the form that the dialect's rules have read, if they read one.
   */
  meetingFields(
    attributes: MeetingAttributes,
    locale: string,
    previous: Meeting | undefined,
    store: Store,
  ): MeetingFields;
  /** Returns the fields of a proposal that an answer changes. */
  answerFields(
    attributes: AnswerProposalAttributes,
    previous: Proposal,
    request: { store: Store },
  ): Partial<RecordFields<'proposals'>>;
  /** Returns the progress that the API shows for a result, in percent, or null. */
  resultProgress(result: Result, store: Store): number | null;
}
