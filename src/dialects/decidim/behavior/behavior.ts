import type { Behavior } from '../../../contract/behavior.ts';
import { answerFields } from './answer-fields.ts';
import { meetingFields } from './meeting-fields.ts';
import { resultProgress } from './result-progress.ts';

/** The behavior that all Decidim versions share; the page size is one of a version's limits. */
export const decidimBehavior: Omit<Behavior, 'maxPageSize'> = { answerFields, meetingFields, resultProgress };
