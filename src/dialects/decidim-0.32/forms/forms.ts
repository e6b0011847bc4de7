import type { AnswerProposalAttributes, MeetingAttributes } from '../../../contract/types.ts';
import { Crash, type Problem } from '../../../errors.ts';
import type { AttributeRules, RulesOf } from '../../../validation/attributes.ts';
import { pairsOf } from '../answer-maps.ts';
import { type ClosingForm, closeMeetingRules } from './close-meeting-rules.ts';
import { holdsRoot, taxonomyIdsOf } from './ids.ts';
import { meetingForm } from './meeting-form.ts';
import { meetingRules } from './meeting-rules.ts';
import { type ProposalForm, answerRules, bodyOf, proposalRules } from './proposal-rules.ts';
import { type Rule, problemsOf } from './rules.ts';

type Judge = AttributeRules['problems'];

const refused = (problems: Problem[]): Problem[] | undefined => (problems.length > 0 ? problems : undefined);

const judged = <Form>(rules: Rule<Form>[], form: Form) => refused(problemsOf(rules, form));

const noRoot = 'the database refuses a root taxonomy';

const answer: Judge = (attributes) => {
  const { answerContent, costReport, executionPeriod } = attributes as AnswerProposalAttributes;
  [answerContent, costReport, executionPeriod].forEach(pairsOf);
  return judged(answerRules, attributes as AnswerProposalAttributes);
};

const closing: Judge = (attributes) => {
  if (attributes['closedAt'] === null) throw new Crash('null is not a date and time');
  return judged(closeMeetingRules, attributes as unknown as ClosingForm);
};

const meeting: Judge = (attributes, { store, record, locale }) => {
  // The field stands on a component where a meeting is created, and on the meeting where one is updated.
  const before = 'componentId' in record ? store.find('meetings', record.id) : undefined;
  const form = meetingForm(attributes as MeetingAttributes, locale, before, store);
  const problems = problemsOf(meetingRules, form);
  if (problems.length > 0 || !holdsRoot(form.taxonomyIds, store)) return refused(problems);
  if (before) throw new Crash(noRoot);
  return [];
};

const proposal: Judge = (attributes, { store }) => {
  const { title, body, taxonomies } = attributes as unknown as ProposalForm & { taxonomies?: string[] | null };
  const problems = judged(proposalRules, { title, body: bodyOf(body) });
  if (!problems && holdsRoot(taxonomyIdsOf(taxonomies ?? [], store), store)) throw new Crash(noRoot);
  return problems;
};

const judges: Record<string, Judge> = {
  AnswerProposalAttributes: answer,
  CloseMeetingAttributes: closing,
  MeetingAttributes: meeting,
  ProposalAttributes: proposal,
};

/** The platform's forms, by the types of their attributes; locale maps are taken as they come. */
export const rules: RulesOf = (_, { name }) => ({ localeMaps: [], problems: judges[name] ?? (() => undefined) });
