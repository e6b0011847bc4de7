import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../../../graphql/context.ts';
import { Refusal, SimulatedServerError, invalidAttributes, notFound } from '../../../../errors.ts';
import { Budget as ContractBudget } from '../../../../server/resolvers/budgets.ts';
import { isShown } from '../../../../records/kinds.ts';
import type { Budget, Project } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import { referenceTo } from '../../resolvers/relations.ts';
import { OrderedTexts } from '../../resolvers/translated-field.ts';
import { countChanges } from '../../resolvers/versions.ts';
import { includesRootTaxonomy, parseRecordId } from '../../values/ids.ts';
import { maxInt } from './integers.ts';
import { type ProjectAttributes, projectFields } from './project-form.ts';

interface ProjectInput {
  attributes: ProjectAttributes;
}

/**
 * The project that the platform remembers while it executes a document, by the context of the request: the last one that
 * was shown, created or changed.
 */
const remembered = new WeakMap<RequestContext, number>();

/** `projects` of a budget. */
export function resolveProjects(budget: Budget, _: unknown, context: RequestContext): readonly Project[] {
  const projects = ContractBudget.projects(budget, _, context);
  const last = projects.at(-1);
  if (last) remembered.set(context, last.id);
  return projects;
}

/** `createProject`: the response has no taxonomies, although they are stored, and the texts in the order of the input. */
export function createProject(
  { id, componentId }: Budget,
  { input }: { input: ProjectInput },
  context: RequestContext,
) {
  const { store } = context;
  const fields = projectFields(input.attributes, undefined, componentId, store);
  if (includesRootTaxonomy(fields.taxonomyIds, store)) throw invalidAttributes([]);
  const project = store.update((transaction) =>
    transaction.create('projects', { budgetId: id, ...fields, selectedAt: null, changes: 0 }),
  );
  remembered.set(context, project.id);
  const texts = { title: new OrderedTexts(fields.title), description: new OrderedTexts(fields.description) };
  return { ...project, ...texts, taxonomyIds: [] };
}

/** Finds a project of a budget. Throws if there is none. */
function findProject(budget: Budget, id: string, store: Store): Project {
  const project = store.find('projects', id);
  if (!project || project.budgetId !== budget.id || !isShown(project)) throw notFound('Project');
  return project;
}

/** The fields whose changes are versions; the links are not. */
const versionedFields = [
  'title',
  'description',
  'budgetAmount',
  'address',
  'latitude',
  'longitude',
  'selectedAt',
] as const;

/** `updateProject`: unselects the project and deletes its attachments. Changes the remembered project, if there is one. */
export function updateProject(
  budget: Budget,
  { input }: { input: ProjectInput & { id: string } },
  context: RequestContext,
): Project {
  const { store } = context;
  const named = findProject(budget, parseRecordId(input.id), store);
  const stored = store.find('projects', remembered.get(context) ?? named.id)!;
  const fields = { ...projectFields(input.attributes, stored, budget.componentId, store), selectedAt: null };
  if (includesRootTaxonomy(fields.taxonomyIds, store)) throw refuseRootTaxonomy();
  const isChanged = versionedFields.some((name) => !isDeepStrictEqual(fields[name], stored[name] ?? null));
  const changes = countChanges('projects', stored, store) + (isChanged ? 1 : 0);
  remembered.set(context, stored.id);
  return store.update((transaction) => {
    for (const { id } of store.where('attachments', 'attachedTo', referenceTo('projects', stored.id)))
      transaction.update('attachments', id, { deletedAt: store.now() });
    return transaction.update('projects', stored.id, { ...fields, changes });
  });
}

const refuseRootTaxonomy = () =>
  new Refusal('Failed to replace taxonomizations because one or more of the new records could not be saved.', {
    extensions: { code: 'UNAUTHORIZED_OBJECT_ERROR' },
  });

/** `deleteProject`: removes it from every vote. */
export function deleteProject(budget: Budget, args: { id: string }, { store }: RequestContext): Project {
  const project = findProject(budget, args.id, store);
  const changes = countChanges('projects', project, store) + 1;
  return store.update((transaction) => {
    for (const { id, projectIds } of store.where('orders', 'budgetId', budget.id))
      if (projectIds.includes(project.id))
        transaction.update('orders', id, { projectIds: projectIds.filter((each) => each !== project.id) });
    const deleted = transaction.update('projects', project.id, { deletedAt: store.now(), taxonomyIds: [], changes });
    // The response shows the project as if it was not deleted.
    return { ...deleted, deletedAt: null };
  });
}

/** `budgetAmount`: fails for an amount that `Int` does not have. */
export function resolveAmount({ budgetAmount }: Project): number {
  if (budgetAmount > maxInt) throw new SimulatedServerError('the amount is no Int');
  return budgetAmount;
}
