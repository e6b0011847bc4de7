import type { Ways } from '../../resolvers/ways.ts';
import { answerFields } from './answer-fields.ts';
import { momentGiven } from './dates.ts';
import { stored } from './html.ts';
import { meetingFields } from './meeting-fields.ts';
import { progress } from './progress.ts';

/** How Decidim 0.32 writes, and what it makes of what it stored. */
export const ways: Ways = {
  longestPage: 50,
  meetingFields,
  answerFields,
  progress,
  storedText: stored,
  storedMoment: (text, store) => store.print(momentGiven(text).instant),
};
