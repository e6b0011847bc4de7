import type { AnswerProposalAttributes, MeetingAttributes } from '../../../contract/types.ts';
import { Crash, type Problem } from '../../../errors.ts';
import type { AttributeRules, RulesOf } from '../../../validation/attributes.ts';
import type { Situation } from '../../../validation/keywords.ts';
import { pairsOf } from '../answer-maps.ts';
import { type ClosingForm, closeMeetingRules } from './close-meeting-rules.ts';
import { holdsRoot, taxonomyIdsOf } from './ids.ts';
import { type MeetingForm, meetingForm } from './meeting-form.ts';
import { meetingRules } from './meeting-rules.ts';
import { type ProposalForm, answerRules, bodyOf, proposalRules } from './proposal-rules.ts';
import { type Rule, problemsOf } from './rules.ts';

type Rules = Omit<AttributeRules, 'localeMaps'>;
type Judge = Rules['problems'];

const refused = (problems: Problem[]): Problem[] | undefined => (problems.length > 0 ? problems : undefined);

const judged = <Form>(rules: Rule<Form>[], form: Form) => refused(problemsOf(rules, form));

const noRoot = 'the database refuses a root taxonomy';

const answer: Judge = (attributes) => {
  const { answerContent, costReport, executionPeriod } = attributes as AnswerProposalAttributes;
  [answerContent, costReport, executionPeriod].forEach(pairsOf);
  return judged(answerRules, attributes as AnswerProposalAttributes);
};

const closing: Judge = (attributes) => judged(closeMeetingRules, attributes as unknown as ClosingForm);

/** The meeting that is updated, as it is now; undefined where one is created, and the field stands on a component. */
const meetingBefore = ({ store, record }: Situation) =>
  'componentId' in record ? store.find('meetings', record.id) : undefined;

const meeting: Rules = {
  read: (attributes, situation) =>
    meetingForm(attributes as MeetingAttributes, situation.locale, meetingBefore(situation), situation.store),
  problems(attributes, situation) {
    const form = attributes as unknown as MeetingForm;
    const problems = problemsOf(meetingRules, form);
    if (problems.length > 0 || !holdsRoot(form.taxonomyIds, situation.store)) return refused(problems);
    if (meetingBefore(situation)) throw new Crash(noRoot);
    return [];
  },
};

const proposal: Judge = (attributes, { store }) => {
  const { title, body, taxonomies } = attributes as unknown as ProposalForm & { taxonomies?: string[] | null };
  const problems = judged(proposalRules, { title, body: bodyOf(body) });
  if (!problems && holdsRoot(taxonomyIdsOf(taxonomies ?? [], store), store)) throw new Crash(noRoot);
  return problems;
};

const forms: Record<string, Rules> = {
  AnswerProposalAttributes: { problems: answer },
  CloseMeetingAttributes: { problems: closing },
  MeetingAttributes: meeting,
  ProposalAttributes: { problems: proposal },
};

/** The platform's forms, by the types of their attributes; locale maps are taken as they come. */
export const rules: RulesOf = (_, { name }) => ({ localeMaps: [], ...(forms[name] ?? { problems: () => undefined }) });
