import type { AnswerProposalAttributes } from '../../../contract/generated-types.ts';
import { stripTags } from '../values/html.ts';
import { validateEtiquette, characterCount } from './etiquette.ts';
import { type FormRule, isBlank, notInListMessage, validatePresence, errorIf } from './validations.ts';

/** The texts of a proposal as they are judged. */
export interface ProposalForm {
  title: string;
  body: string;
}

/** The body as the platform takes it: without carriage returns. */
export const removeCarriageReturns = (text: string): string => text.replaceAll('\r', '');

const measured = (length: number, least: number, most: number): string[] => [
  ...errorIf(length < least, `is too short (under ${least} characters)`),
  ...errorIf(length > most, `is too long (maximum is ${most} characters)`),
];

/** The rules of a proposal, in the platform's order. */
export const proposalRules: FormRule<ProposalForm>[] = [
  ['title', ({ title }) => validatePresence(title)],
  ['body', ({ body }) => validatePresence(body)],
  ['title', ({ title }) => validateEtiquette(title)],
  ['body', ({ body }) => validateEtiquette(body)],
  ['title', ({ title }) => measured(characterCount(title), 15, 150)],
  ['body', ({ body }) => (isBlank(body) ? [] : measured(characterCount(stripTags(body)), 15, 500))],
];

/** The states of an answer, and the one of a proposal without. */
const states = new Set<unknown>(['accepted', 'rejected', 'evaluating', 'not_answered']);

/** The rules of an answer: a state that is left out is the one that the proposal has. */
export const answerRules: FormRule<AnswerProposalAttributes>[] = [
  ['internalState', ({ state }) => (state === undefined ? [] : validatePresence(state))],
  ['internalState', ({ state }) => errorIf(state !== undefined && !states.has(state), notInListMessage)],
];
