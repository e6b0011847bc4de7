import { type Context, write } from '../contract/context.ts';
import type { CreateResultInput } from '../contract/types.ts';
import type { Component, Result as ResultRecord, Status as StatusRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { componentFields } from './components.ts';
import { oneOf, pagesOf } from './records.ts';
import { knownTaxonomies, taxonomiesOf } from './taxonomies.ts';
import { textsOf } from './texts.ts';
import { attachableInCollections, commentable } from './unkept.ts';
import { recordUrl } from './urls.ts';
import { lastChange, versionsOf } from './versions.ts';

export const Accountability = {
  ...componentFields,
  result: oneOf('results', 'Result'),
  results: pagesOf('results'),
  status: oneOf('statuses', 'Status'),
  statuses: (component: Component, _: unknown, { store }: Context) => store.where('statuses', 'shownIn', component.id),
};

/** A number with two decimals at most. */
export const twoDecimals = (value: number): number => Math.round((value + Number.EPSILON) * 100) / 100;

export const AccountabilityMutation = {
  ...componentFields,

  /** Specification, section 4.4. Unknown proposals, projects and taxonomies, drafts, and what is of another space, are dropped. */
  createResult(component: Component, { input }: { input: CreateResultInput }, context: Context): ResultRecord {
    const { store } = context;
    const { attributes } = input;
    const inSpace = (componentId: number) => store.find('components', componentId)?.processId === component.processId;
    const proposals = store.several('proposals', attributes.proposalIds ?? []);
    const projects = store.several('projects', attributes.projectIds ?? []);
    return write(context, (draft) =>
      draft.create('results', {
        componentId: component.id,
        parentId: attributes.parentId ?? null,
        statusId: attributes.appAccountabilityStatusId ?? null,
        title: textsOf(attributes.title)!,
        description: textsOf(attributes.description) ?? null,
        startDate: attributes.startDate ?? null,
        endDate: attributes.endDate ?? null,
        externalId: attributes.externalId ?? null,
        progress: typeof attributes.progress === 'number' ? twoDecimals(attributes.progress) : null,
        weight: attributes.weight ?? 1,
        taxonomyIds: knownTaxonomies(attributes.taxonomies ?? [], store),
        proposalIds: idsOnce(
          proposals.filter(({ publishedAt, componentId }) => publishedAt !== null && inSpace(componentId)),
        ),
        projectIds: idsOnce(projects.filter(({ budgetId }) => inSpace(store.find('budgets', budgetId)!.componentId))),
      }),
    );
  },
};

const idsOnce = (records: { id: number }[]): number[] => [...new Set(records.map(({ id }) => id))];

/** The results below a result. */
export const childrenOf = ({ id }: ResultRecord, store: Store) => store.where('results', 'parentId', id);

export const Result = {
  children: (result: ResultRecord, _: unknown, { store }: Context) => childrenOf(result, store),
  childrenCount: (result: ResultRecord, _: unknown, { store }: Context) => childrenOf(result, store).length,
  parent: ({ parentId }: ResultRecord, _: unknown, { store }: Context) => store.find('results', parentId) ?? null,
  progress: (result: ResultRecord, _: unknown, { store, ways }: Context) => ways.progress(result, store),
  projects: ({ projectIds }: ResultRecord, _: unknown, { store }: Context) => store.several('projects', projectIds),
  proposals: ({ proposalIds }: ResultRecord, _: unknown, { store }: Context) => store.several('proposals', proposalIds),
  status: ({ statusId }: ResultRecord, _: unknown, { store }: Context) => store.find('statuses', statusId) ?? null,
  taxonomies: taxonomiesOf,
  url: recordUrl('results'),
};

export const Status = {
  results: ({ id }: StatusRecord, _: unknown, { store }: Context) => store.where('results', 'statusId', id),
};

/** What a result has on the platform beyond the contract. */
export const PlatformResult = {
  ...attachableInCollections,
  ...commentable('Decidim::Accountability::Result'),
  // The progress of a parent is written when it gets a child.
  ...versionsOf('results', (result: ResultRecord, store) => [
    ...childrenOf(result, store)
      .slice(0, 1)
      .map(({ createdAt }) => createdAt),
    ...lastChange(result),
  ]),
  address: () => null,
  milestones: () => [],
};

export const PlatformStatus = versionsOf('statuses');
