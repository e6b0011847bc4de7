import type { AnswerProposalAttributes, MeetingAttributes } from '../../../graphql/generated-types.ts';
import type { AttributeContext, CreateAttributeValidator } from '../../server-dialect.ts';
import { type AttributeError, SimulatedServerError } from '../../../errors.ts';
import type { AttributeRules } from '../behaviors.ts';
import { findProposalStates } from '../resources/proposal-states.ts';
import { stripTags } from '../values/html.ts';
import { includesRootTaxonomy, parseTaxonomyIds } from '../values/ids.ts';
import { parseLocaleEntries } from '../values/texts.ts';
import { createMeetingForm, meetingRules } from './meetings.ts';
import {
  type FormRule,
  characterCount,
  errorIf,
  isBlank,
  notInListMessage,
  validateEtiquette,
  validateForm,
  validatePresence,
  validateRange,
} from './validations.ts';

/** The rules for the attributes of an answer. An omitted state keeps the proposal's state. */
export const answerAttributes: AttributeRules = {
  validate(attributes: AnswerProposalAttributes, { store, componentId }) {
    const { state, answerContent, costReport, executionPeriod } = attributes;
    [answerContent, costReport, executionPeriod].forEach(parseLocaleEntries);
    const states = new Set<unknown>([
      'not_answered',
      ...findProposalStates(componentId, store).map(({ token }) => token),
    ]);
    const rules: FormRule<unknown>[] = [
      ['internalState', () => validatePresence(state ?? null)],
      ['internalState', () => errorIf(!states.has(state), notInListMessage)],
    ];
    return state === undefined ? undefined : validateForm(rules, attributes);
  },
};

/** The attributes that have rules, and those with which a proposal or a debate refers to taxonomies. */
interface TextAttributes {
  title: string;
  body: string;
  description: string;
  taxonomies?: string[] | null;
}

/** Whether a record is updated. On create, the record of the context is a component. */
export const isUpdate = ({ record }: AttributeContext): boolean => 'componentId' in record;

const rootTaxonomyError = () => new SimulatedServerError('the database rejects a root taxonomy');

/** Refuses a root taxonomy after all other rules: on create, the platform reports an attribute error without a list. */
function refuseRootTaxonomy(ids: readonly number[], context: AttributeContext): AttributeError[] | undefined {
  if (!includesRootTaxonomy(ids, context.store)) return undefined;
  if (isUpdate(context)) throw rootTaxonomyError();
  return [];
}

const meetingAttributes: AttributeRules = {
  validate(attributes: MeetingAttributes, context) {
    const { store, locale, record } = context;
    // The meeting as it is stored now.
    const previous = isUpdate(context) ? store.find('meetings', record.id) : undefined;
    const form = createMeetingForm(attributes, locale, previous, store);
    return validateForm(meetingRules, form) ?? refuseRootTaxonomy(form.taxonomyIds, context);
  },
};

const debateRules: FormRule<TextAttributes>[] = [
  ['title', ({ title }) => validatePresence(title)],
  ['description', ({ description }) => validatePresence(description)],
  ['title', ({ title }) => validateEtiquette(title)],
  ['description', ({ description }) => validateEtiquette(description)],
];

const debateAttributes: AttributeRules = {
  validate: (attributes: TextAttributes, context) =>
    validateForm(debateRules, attributes) ??
    refuseRootTaxonomy(parseTaxonomyIds(attributes.taxonomies ?? [], context.store), context),
};

const validateLength = (length: number, minimum: number, maximum: number): string[] => [
  ...errorIf(length < minimum, `is too short (under ${minimum} characters)`),
  ...errorIf(length > maximum, `is too long (maximum is ${maximum} characters)`),
];

const proposalRules: FormRule<Pick<TextAttributes, 'title' | 'body'>>[] = [
  ['title', ({ title }) => validatePresence(title)],
  ['body', ({ body }) => validatePresence(body)],
  ['title', ({ title }) => validateEtiquette(title)],
  ['body', ({ body }) => validateEtiquette(body)],
  ['title', ({ title }) => validateLength(characterCount(title), 15, 150)],
  ['body', ({ body }) => (isBlank(body) ? [] : validateLength(characterCount(stripTags(body)), 15, 500))],
];

const proposalAttributes: AttributeRules = {
  validate({ title, body, taxonomies }: TextAttributes, { store }) {
    // The platform removes carriage returns from a body before it validates the body.
    const errors = validateForm(proposalRules, { title, body: body.replaceAll('\r', '') });
    if (!errors && includesRootTaxonomy(parseTaxonomyIds(taxonomies ?? [], store), store)) throw rootTaxonomyError();
    return errors;
  },
};

const conclusionRules: FormRule<{ conclusions: string }>[] = [
  [
    'conclusions',
    ({ conclusions }) => [
      ...validatePresence(conclusions),
      ...validateLength(characterCount(conclusions), 10, Infinity),
    ],
  ],
];

const closingRules: FormRule<{ closingReport: string; attendeesCount: number }>[] = [
  ['closingReport', ({ closingReport }) => validatePresence(closingReport)],
  ['attendeesCount', ({ attendeesCount }) => validateRange(attendeesCount, { from: 0, to: 999 })],
];

/** The rules that all releases share, in the platform's order, by the name of the input type. */
const sharedRules: Record<string, AttributeRules> = {
  AnswerProposalAttributes: answerAttributes,
  CloseDebateAttributes: { validate: (attributes) => validateForm(conclusionRules, attributes) },
  CloseMeetingAttributes: { validate: (attributes) => validateForm(closingRules, attributes) },
  DebateAttributes: debateAttributes,
  MeetingAttributes: meetingAttributes,
  ProposalAttributes: proposalAttributes,
};

/** Creates the attribute validators of a version: its own rules, and the shared rules for the other input types. */
export const createAttributeRules =
  (overrides: Record<string, AttributeRules>): CreateAttributeValidator =>
  (_, { name }) => ({
    localeMaps: [],
    ...(overrides[name] ?? sharedRules[name] ?? { validate: () => undefined }),
  });
