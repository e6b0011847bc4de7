import type { Behavior } from '../../../contract/behavior.ts';
import { answerFields } from './answer-fields.ts';
import { meetingFields } from './meeting-fields.ts';
import { progress } from './progress.ts';

/** How Decidim 0.32 writes, and what it makes of what it stored. */
export const behavior: Behavior = {
  maxPageSize: 50,
  meetingFields,
  answerFields,
  resultProgress: progress,
};
