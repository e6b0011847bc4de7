import type { Behavior } from '../../behavior.ts';
import { createAnswerFields } from './answer-fields.ts';
import { meetingFields } from './meeting-fields.ts';
import { resultProgress } from './result-progress.ts';

/** The behavior that all releases share; the page size is one of the limits of a release. */
export const decidimBehavior: Omit<Behavior, 'maxPageSize'> = {
  answerFields: createAnswerFields(' => '),
  meetingFields,
  resultProgress,
};
