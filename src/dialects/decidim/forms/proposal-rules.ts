import type { AnswerProposalAttributes } from '../../../graphql/generated-types.ts';
import { stripTags } from '../values/html.ts';
import { characterCount, validateEtiquette } from './etiquette.ts';
import { type FormRule, errorIf, isBlank, notInListMessage, validatePresence } from './validations.ts';

/** The attributes of `ProposalAttributes` that have rules. */
export interface ProposalForm {
  title: string;
  body: string;
}

/** The platform removes carriage returns from a body before it validates the body. */
export const removeCarriageReturns = (text: string): string => text.replaceAll('\r', '');

const validateLength = (length: number, minimum: number, maximum: number): string[] => [
  ...errorIf(length < minimum, `is too short (under ${minimum} characters)`),
  ...errorIf(length > maximum, `is too long (maximum is ${maximum} characters)`),
];

/** The rules of a proposal, in the platform's order. */
export const proposalRules: FormRule<ProposalForm>[] = [
  ['title', ({ title }) => validatePresence(title)],
  ['body', ({ body }) => validatePresence(body)],
  ['title', ({ title }) => validateEtiquette(title)],
  ['body', ({ body }) => validateEtiquette(body)],
  ['title', ({ title }) => validateLength(characterCount(title), 15, 150)],
  ['body', ({ body }) => (isBlank(body) ? [] : validateLength(characterCount(stripTags(body)), 15, 500))],
];

/** Creates the rules of an answer, in the platform's order. An omitted state keeps the proposal's state. */
export const createAnswerRules = (states: ReadonlySet<unknown>): FormRule<AnswerProposalAttributes>[] => [
  ['internalState', ({ state }) => (state === undefined ? [] : validatePresence(state))],
  ['internalState', ({ state }) => errorIf(state !== undefined && !states.has(state), notInListMessage)],
];
