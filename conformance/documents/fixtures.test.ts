import assert from 'node:assert/strict';
import test from 'node:test';
import { decidimDialects } from '../../src/dialects/dialects.ts';
import { documentVerdicts } from '../reports/write-reports.ts';
import { judgeDocuments } from './index.ts';

const letters: Record<string, string> = { accepted: 'a', affected: '~', refused: 'R', 'could not run': '-' };

/** What each release says about each document: a accepted, ~ affected, R refused; the schemas and limits of the releases give the reasons. */
const expected: Record<string, [verdicts: string, reason: string]> = {
  AnswerProposal: ['RR~aa', 'mutations of proposals begin with 0.31; refusals have codes since 0.32'],
  BudgetDetail: ['a~aa~', 'projects are null in 0.30; develop deprecates total_budget'],
  CommentThread: ['aRRRR', 'comments within comments within comments; 0.29 has no such limit'],
  MeetingDetail: ['RRRRR', 'attendeesCount begins with 0.31, isWithdrawn ends with 0.30'],
  ProposalComments: ['~~~aa', 'the order fails until 0.31'],
  ProposalDetail: ['RR~aa', 'likes and url begin with 0.31; the URL has a locale since 0.32'],
  ResultDetail: ['RRaaa', 'milestones begin with 0.31'],
  AddComment: ['~~aaa', 'nobody signs in until 0.30'],
  CloseMeeting: ['RRRaa', 'mutations of meetings begin with 0.32'],
  CreateMeeting: ['RRRaa', 'mutations of meetings begin with 0.32'],
  CreateProposal: ['RRRaa', 'in 0.31, administrators answer proposals, and nobody does more'],
  Profile: ['~~aaa', 'nobody signs in until 0.30'],
  PublishProposal: ['RRRRR', 'no release publishes drafts'],
  UnvoteProposal: ['RRRaa', 'begins with 0.32'],
  UpdateMeeting: ['RRRaa', 'mutations of meetings begin with 0.32'],
  UpdateProposal: ['RRRaa', 'begins with 0.32'],
  VoteForProposal: ['RRRaa', 'begins with 0.32'],
  VoteOnComment: ['~~~aa', 'nobody signs in until 0.30; two opposite votes are an error in 0.31'],
  VoteWithoutSelection: ['RRRRR', 'a vote returns the proposal, of which something must be selected'],
  WithdrawMeeting: ['RRRaa', 'mutations of meetings begin with 0.32'],
  WithdrawProposal: ['RRRaa', 'begins with 0.32'],
  ScopeOfProposal: ['aRRRR', 'scopes and categories end with 0.29'],
  TaxonomiesOfProposal: ['Raaaa', 'taxonomies begin with 0.30'],
  TimelineOfResult: ['aaRRR', 'timelineEntries ends with 0.30'],
  WhoAmI: ['~~aaa', 'nobody signs in until 0.30'],
  AssemblyList: ['aaRRR', 'assemblyType ends with 0.30'],
  BlogPosts: ['aa~aa', 'an API user as author fails in 0.31'],
  ComponentList: ['~~~aa', 'hidden components are null until 0.31'],
  EndorsedProposals: ['aaRRR', 'endorsements end with 0.30'],
  PopularProposals: ['RRaaa', 'likes begin with 0.31'],
  ProcessList: ['aaaaa', 'every release has it'],
  ProposalPage: ['aaaaa', 'every release has it, and a page of 20'],
  UpcomingMeetings: ['~~~aa', 'the type of a meeting is an enumeration since 0.32'],
  HundredMeetingsOnMap: ['~~~~~', 'pages have 50 records'],
  LocatedRecords: ['RR~~~', 'LocalizableInterface begins with 0.31, where positions have another form'],
  MeetingsOnMap: ['aa~~~', 'positions have another form since 0.31'],
  ProposalsOnMap: ['~~~~~', 'a proposal without a place has an empty position until 0.30, and an error since 0.31'],
  SearchByTag: ['aaRRR', 'hashtags end with 0.30'],
  SearchEverything: ['aRRRR', 'six aliases; 0.29 has no such limit'],
  SearchMeetings: ['RRRRR', 'no release filters or sorts meetings'],
  SearchUsers: ['~~~~~', 'a deleted user takes the list in some patches of every release'],
  DeepTree: ['RRRRR', 'depth 16'],
  EverythingOfEveryone: ['RRRRR', 'complexity beyond 5,000'],
  Figures: ['~~aaa', 'other statistics until 0.30'],
  Metrics: ['aaRRR', 'metrics end with 0.30'],
  NamedFigures: ['RRaaa', 'the name of a statistic is translated since 0.31'],
  Release: ['~aaaa', 'the version can be hidden since 0.30'],
};

test('the documents of clients have these verdicts in the releases', async () => {
  const { documents, notReadable } = documentVerdicts(await judgeDocuments({ paths: ['fixtures/documents'] }));
  assert.deepEqual(notReadable, []);
  const found = documents.map(({ name, verdicts }) => {
    assert.deepEqual(Object.keys(verdicts), decidimDialects);
    return [
      name,
      Object.values(verdicts)
        .map(({ verdict }) => letters[verdict])
        .join(''),
    ];
  });
  assert.deepEqual(
    Object.fromEntries(found),
    Object.fromEntries(Object.entries(expected).map(([name, [verdicts]]) => [name, verdicts])),
  );
});
