import type { AnswerProposalAttributes, MeetingAttributes } from '../../../graphql/generated-types.ts';
import type { AttributeContext, CreateAttributeValidator } from '../../server-dialect.ts';
import { type AttributeError, SimulatedServerError } from '../../../errors.ts';
import { parseLocaleEntries } from '../values/texts.ts';
import { includesRootTaxonomy, parseTaxonomyIds } from '../values/ids.ts';
import { findProposalStates } from '../values/proposal-states.ts';
import type { AttributeRules } from '../overrides.ts';
import { type CloseMeetingForm, closeMeetingRules } from './close-meeting-rules.ts';
import { type DebateForm, closeDebateRules, debateRules } from './debate-rules.ts';
import { type MeetingForm, createMeetingForm } from './meeting-form.ts';
import { meetingRules } from './meeting-rules.ts';
import { type ProposalForm, createAnswerRules, proposalRules, removeCarriageReturns } from './proposal-rules.ts';
import { validateForm } from './validations.ts';

const undefinedIfEmpty = (errors: AttributeError[]): AttributeError[] | undefined =>
  errors.length > 0 ? errors : undefined;

const rootTaxonomyError = () => new SimulatedServerError('the database rejects a root taxonomy');

/** The rules for the attributes of an answer. */
export const answerAttributes: AttributeRules = {
  validate(attributes, { store, componentId }) {
    const form = attributes as AnswerProposalAttributes;
    [form.answerContent, form.costReport, form.executionPeriod].forEach(parseLocaleEntries);
    const states = new Set(['not_answered', ...findProposalStates(componentId, store).map(({ token }) => token)]);
    return undefinedIfEmpty(validateForm(createAnswerRules(states), form));
  },
};

const closeMeetingAttributes: AttributeRules = {
  validate: (attributes) =>
    undefinedIfEmpty(validateForm(closeMeetingRules, attributes as unknown as CloseMeetingForm)),
};

const isUpdate = ({ record }: AttributeContext): boolean => 'componentId' in record;

/** Returns the meeting to update, as it is stored now; undefined on create, where the record is a component. */
const findPreviousMeeting = (context: AttributeContext) =>
  isUpdate(context) ? context.store.find('meetings', context.record.id) : undefined;

/** Refuses a root taxonomy after all other rules: on create, the platform reports an attribute error without a list. */
function refuseRootTaxonomy(ids: readonly number[], context: AttributeContext): AttributeError[] | undefined {
  if (!includesRootTaxonomy(ids, context.store)) return undefined;
  if (isUpdate(context)) throw rootTaxonomyError();
  return [];
}

const meetingAttributes: AttributeRules = {
  normalize: (attributes, context) =>
    createMeetingForm(attributes as MeetingAttributes, context.locale, findPreviousMeeting(context), context.store),
  validate(attributes, context) {
    const form = attributes as unknown as MeetingForm;
    const errors = validateForm(meetingRules, form);
    return undefinedIfEmpty(errors) ?? refuseRootTaxonomy(form.taxonomyIds, context);
  },
};

const debateAttributes: AttributeRules = {
  validate(attributes, context) {
    const form = attributes as unknown as DebateForm & { taxonomies?: string[] | null };
    const errors = validateForm(debateRules, form);
    return (
      undefinedIfEmpty(errors) ?? refuseRootTaxonomy(parseTaxonomyIds(form.taxonomies ?? [], context.store), context)
    );
  },
};

const closeDebateAttributes: AttributeRules = {
  validate: (attributes) =>
    undefinedIfEmpty(validateForm(closeDebateRules, attributes as unknown as { conclusions: string })),
};

const proposalAttributes: AttributeRules = {
  validate(attributes, { store }) {
    const { title, body, taxonomies } = attributes as unknown as ProposalForm & { taxonomies?: string[] | null };
    const errors = validateForm(proposalRules, { title, body: removeCarriageReturns(body) });
    if (errors.length === 0 && includesRootTaxonomy(parseTaxonomyIds(taxonomies ?? [], store), store))
      throw rootTaxonomyError();
    return undefinedIfEmpty(errors);
  },
};

/** The rules that all releases share, by the name of the input type. */
const sharedRules: Record<string, AttributeRules> = {
  AnswerProposalAttributes: answerAttributes,
  CloseDebateAttributes: closeDebateAttributes,
  CloseMeetingAttributes: closeMeetingAttributes,
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
