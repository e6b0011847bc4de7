import type { Debate, Kind, Proposal, Records } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { formatFloat } from '../../graphql-ruby/ruby-text.ts';
import { compareLocales } from '../values/texts.ts';
import { findProposalStates, isAnswerPublished } from './proposal-states.ts';
import { referenceTo } from './relations.ts';

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

const columnsByKind = {
  proposals: (proposal: Proposal, store: Store): Columns => ({
    title: proposal.title,
    body: proposal.body,
    answer: proposal.answer,
    answered_at: timeOf(proposal.answeredAt, store),
    state_published_at: isAnswerPublished(proposal) ? findPublication(proposal, store) : null,
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
    decidim_author_id: debate.authorId ?? 1,
    decidim_author_type: debate.authorId === null ? 'Decidim::Organization' : 'Decidim::UserBaseEntity',
  }),
};

/** The kinds of records whose changes are known by column. */
export type KindWithColumns = keyof typeof columnsByKind;

export const hasColumns = (kind: Kind): kind is KindWithColumns => Object.hasOwn(columnsByKind, kind);

/** The values of columns by default, except null. */
const defaults: Columns = { created_in_meeting: false, comments_enabled: true };

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
          decidim_component_id: record.componentId,
          created_at: timeOf(record.createdAt, store),
        }
      : defaults;
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
