import { isDeepStrictEqual } from 'node:util';
import type { Budget, Debate, Kind, Milestone, Project, Proposal, Records, Result } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { formatFloat } from '../../graphql-ruby/ruby-text.ts';
import { compareLocales } from '../values/texts.ts';
import { findProposalStates, isAnswerPublished } from './proposal-states.ts';
import { referenceTo } from './relations.ts';
import { resultProgress } from './results.ts';

/** The columns of a record in the platform's database, as versions show them. */
type Columns = Record<string, unknown>;

/** What a version says of each column that changed: its value before and after. */
export type Changeset = Record<string, [before: unknown, after: unknown]>;

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => compareLocales(a, b);

/** A text by locale as PostgreSQL stores it. */
function storedTexts(texts: unknown): unknown {
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(
    Object.entries(texts)
      .toSorted(byName)
      .map(([key, text]) => [key, storedTexts(text)]),
  );
}

const timeOf = (text: string | null | undefined, store: Store): string | null =>
  text ? new Date(store.parseDateTime(text)).toISOString() : null;

/** The position of a proposal: by default, that among the proposals of its component, drafts included, starting at 1. */
export const findPosition = ({ id, componentId, position }: Proposal, store: Store): number =>
  position ?? store.where('proposals', 'componentId', componentId).findIndex((each) => each.id === id) + 1;

/** When an answer was published: the time of a stored version, else that of the answer. */
function findPublication({ id, answeredAt }: Proposal, store: Store): string | null {
  const changes = store
    .where('versions', 'item', referenceTo('proposals', id))
    .flatMap(({ changeset }) => (changeset['state_published_at'] as [unknown, unknown] | undefined) ?? []);
  return (changes.at(-1) as string | null | undefined) ?? timeOf(answeredAt, store);
}

const formatProgress = (progress: number | null): string | null => (progress === null ? null : formatFloat(progress));

const columnsByKind = {
  proposals: (proposal: Proposal, store: Store): Columns => ({
    title: proposal.title,
    body: proposal.body,
    answer: proposal.answer,
    answered_at: timeOf(proposal.answeredAt, store),
    state_published_at: isAnswerPublished(proposal) ? findPublication(proposal, store) : null,
    decidim_component_id: proposal.componentId,
    decidim_proposals_proposal_state_id: findProposalStates(proposal.componentId, store).find(
      ({ token }) => token === proposal.state,
    )?.id,
    cost: proposal.cost === null ? null : formatFloat(proposal.cost),
    cost_report: proposal.costReport,
    execution_period: proposal.executionPeriod,
    address: proposal.address,
    latitude: proposal.latitude,
    longitude: proposal.longitude,
    position: findPosition(proposal, store),
    participatory_text_level: proposal.participatoryTextLevel,
    created_in_meeting: (proposal.meetingId ?? null) !== null,
    published_at: timeOf(proposal.publishedAt, store),
    withdrawn_at: timeOf(proposal.withdrawnAt, store),
  }),
  debates: (debate: Debate, store: Store): Columns => ({
    title: debate.title,
    description: debate.description,
    instructions: debate.instructions,
    information_updates: debate.informationUpdates,
    start_time: timeOf(debate.startTime, store),
    end_time: timeOf(debate.endTime, store),
    conclusions: debate.conclusions,
    closed_at: timeOf(debate.closedAt, store),
    comments_enabled: debate.commentsEnabled,
    decidim_component_id: debate.componentId,
    decidim_author_id: debate.authorId ?? 1,
    decidim_author_type: debate.authorId === null ? 'Decidim::Organization' : 'Decidim::UserBaseEntity',
  }),
  results: (result: Result, store: Store): Columns => ({
    title: result.title,
    description: isDeepStrictEqual(result.description, {}) ? null : result.description,
    decidim_component_id: result.componentId,
    parent_id: result.parentId,
    decidim_accountability_status_id: result.statusId,
    progress: formatProgress(resultProgress(result, store)),
    start_date: result.startDate,
    end_date: result.endDate,
    external_id: result.externalId,
    weight: result.weight,
    address: result.address,
    latitude: result.latitude,
    longitude: result.longitude,
  }),
  milestones: (milestone: Milestone): Columns => ({
    title: milestone.title,
    description: milestone.description,
    entry_date: milestone.entryDate,
    decidim_accountability_result_id: milestone.resultId,
  }),
  budgets: (budget: Budget, store: Store): Columns => ({
    title: budget.title,
    description: budget.description,
    total_budget: budget.totalBudget,
    weight: budget.weight,
    decidim_component_id: budget.componentId,
    deleted_at: timeOf(budget.deletedAt, store),
  }),
  projects: (project: Project, store: Store): Columns => ({
    title: project.title,
    description: project.description,
    budget_amount: project.budgetAmount,
    address: project.address,
    latitude: project.latitude,
    longitude: project.longitude,
    selected_at: project.selectedAt,
    decidim_budgets_budget_id: project.budgetId,
    deleted_at: timeOf(project.deletedAt, store),
  }),
};

/** The kinds of records whose changes are known by column. */
export type KindWithColumns = keyof typeof columnsByKind;

export const hasColumns = (kind: Kind): kind is KindWithColumns => Object.hasOwn(columnsByKind, kind);

/** The values of columns by default, except null. */
const defaults: Partial<Record<KindWithColumns, Columns>> = {
  proposals: { created_in_meeting: false },
  debates: { comments_enabled: true },
  results: { weight: 1 },
  budgets: { total_budget: 0, weight: 0 },
};

/** What changes from one state of a record to another one, or with its creation; `times` always change, unless they are null. */
export function changesetOf<K extends KindWithColumns>(
  kind: K,
  before: Records[K] | undefined,
  after: Records[K],
  store: Store,
  times: string[] = [],
): Changeset | undefined {
  const read = (record: Records[K] | undefined): Columns =>
    record
      ? {
          ...(columnsByKind[kind] as (record: Records[K], store: Store) => Columns)(record, store),
          id: record.id,
          created_at: timeOf(record.createdAt, store),
        }
      : (defaults[kind] ?? {});
  const [old, current] = [read(before), read(after)];
  const changes = Object.keys(current).flatMap((name): [string, [unknown, unknown]][] => {
    const values = [old[name] ?? null, current[name] ?? null].map(storedTexts) as [unknown, unknown];
    const isTime = times.includes(name) && values[1] !== null;
    return !isTime && JSON.stringify(values[0]) === JSON.stringify(values[1]) ? [] : [[name, values]];
  });
  if (changes.length === 0) return undefined;
  const updates: [unknown, unknown] = [before ? timeOf(before.updatedAt, store) : null, timeOf(after.updatedAt, store)];
  return Object.fromEntries([...changes, ['updated_at', updates] as [string, [unknown, unknown]]].toSorted(byName));
}
