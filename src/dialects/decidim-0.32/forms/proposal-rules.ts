import type { AnswerProposalAttributes } from '../../../contract/types.ts';
import { withoutTags } from '../html.ts';
import { etiquette, lengthOf } from './etiquette.ts';
import { type Rule, isBlank, notInList, present, when } from './rules.ts';

/** The texts of a proposal as they are judged. */
export interface ProposalForm {
  title: string;
  body: string;
}

/** The body as the platform takes it: without carriage returns. */
export const bodyOf = (text: string): string => text.replaceAll('\r', '');

const measured = (length: number, least: number, most: number): string[] => [
  ...when(length < least, `is too short (under ${least} characters)`),
  ...when(length > most, `is too long (maximum is ${most} characters)`),
];

/** The rules of a proposal, in the platform's order. */
export const proposalRules: Rule<ProposalForm>[] = [
  ['title', ({ title }) => present(title)],
  ['body', ({ body }) => present(body)],
  ['title', ({ title }) => etiquette(title)],
  ['body', ({ body }) => etiquette(body)],
  ['title', ({ title }) => measured(lengthOf(title), 15, 150)],
  ['body', ({ body }) => (isBlank(body) ? [] : measured(lengthOf(withoutTags(body)), 15, 500))],
];

/** The states of an answer, and the one of a proposal without. */
const states = new Set<unknown>(['accepted', 'rejected', 'evaluating', 'not_answered']);

/** The rules of an answer: a state that is left out is the one that the proposal has. */
export const answerRules: Rule<AnswerProposalAttributes>[] = [
  ['internalState', ({ state }) => (state === undefined ? [] : present(state))],
  ['internalState', ({ state }) => when(state !== undefined && !states.has(state), notInList)],
];
