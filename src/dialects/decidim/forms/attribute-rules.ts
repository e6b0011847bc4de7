import type { AnswerProposalAttributes, MeetingAttributes } from '../../../contract/generated-types.ts';
import { SimulatedServerError, type AttributeError } from '../../../errors.ts';
import type {
  AttributeContext,
  AttributeValidator,
  CreateAttributeValidator,
} from '../../../contract/server-dialect.ts';
import { parseLocaleEntries } from '../values/answer-locale-maps.ts';
import { type CloseMeetingForm, closeMeetingRules } from './close-meeting-rules.ts';
import { includesRootTaxonomy, parseTaxonomyIds } from './taxonomy-ids.ts';
import { type MeetingForm, createMeetingForm } from './meeting-form.ts';
import { meetingRules } from './meeting-rules.ts';
import { type ProposalForm, answerRules, removeCarriageReturns, proposalRules } from './proposal-rules.ts';
import { type FormRule, validateForm } from './validations.ts';

type Rules = Omit<AttributeValidator, 'localeMaps'>;
type Judge = Rules['validate'];

const refused = (problems: AttributeError[]): AttributeError[] | undefined =>
  problems.length > 0 ? problems : undefined;

const judged = <Form>(attributeRules: FormRule<Form>[], form: Form) => refused(validateForm(attributeRules, form));

const noRoot = 'the database refuses a root taxonomy';

const answer: Judge = (attributes) => {
  const { answerContent, costReport, executionPeriod } = attributes as AnswerProposalAttributes;
  [answerContent, costReport, executionPeriod].forEach(parseLocaleEntries);
  return judged(answerRules, attributes as AnswerProposalAttributes);
};

const closing: Judge = (attributes) => judged(closeMeetingRules, attributes as unknown as CloseMeetingForm);

/** The meeting that is updated, as it is now; undefined where one is created, and the field stands on a component. */
const meetingBefore = ({ store, record }: AttributeContext) =>
  'componentId' in record ? store.find('meetings', record.id) : undefined;

const meeting: Rules = {
  normalize: (attributes, situation) =>
    createMeetingForm(attributes as MeetingAttributes, situation.locale, meetingBefore(situation), situation.store),
  validate(attributes, situation) {
    const form = attributes as unknown as MeetingForm;
    const problems = validateForm(meetingRules, form);
    if (problems.length > 0 || !includesRootTaxonomy(form.taxonomyIds, situation.store)) return refused(problems);
    if (meetingBefore(situation)) throw new SimulatedServerError(noRoot);
    return [];
  },
};

const proposal: Judge = (attributes, { store }) => {
  const { title, body, taxonomies } = attributes as unknown as ProposalForm & { taxonomies?: string[] | null };
  const problems = judged(proposalRules, { title, body: removeCarriageReturns(body) });
  if (!problems && includesRootTaxonomy(parseTaxonomyIds(taxonomies ?? [], store), store))
    throw new SimulatedServerError(noRoot);
  return problems;
};

const forms: Record<string, Rules> = {
  AnswerProposalAttributes: { validate: answer },
  CloseMeetingAttributes: { validate: closing },
  MeetingAttributes: meeting,
  ProposalAttributes: { validate: proposal },
};

/** The platform's forms, by the types of their attributes; locale maps are taken as they come. */
export const rules: CreateAttributeValidator = (_, { name }) => ({
  localeMaps: [],
  ...(forms[name] ?? { validate: () => undefined }),
});
