import type { Behavior } from '../../graphql/behavior.ts';
import { meetingFields } from './resources/meetings.ts';
import { createAnswerFields } from './resources/proposal-answers.ts';
import { resultProgress } from './resources/results.ts';

/** The behavior that all releases share; the page size is one of the limits of a release. */
export const decidimBehavior: Omit<Behavior, 'maxPageSize'> = {
  answerFields: createAnswerFields(' => '),
  meetingFields,
  resultProgress,
};
