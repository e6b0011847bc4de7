import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '../../../../graphql/context.ts';
import { invalidAttributes, notFound } from '../../../../errors.ts';
import { isShown } from '../../../../records/kinds.ts';
import type { Milestone, Result } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import { errorIf, validateForm } from '../../forms/validations.ts';
import { parseDate } from '../../values/dates.ts';
import { parseRecordId } from '../../values/ids.ts';
import { createTextRule, parseTexts } from './texts.ts';

interface MilestoneInput {
  id: string;
  /** `MilestoneAttributes`. */
  attributes: { title?: unknown; description?: unknown; entryDate?: string | null };
}

/** Returns the fields of a milestone for an input; an omitted attribute keeps the stored value. Throws if they are invalid. */
function milestoneFields({ attributes }: MilestoneInput, stored: Milestone | undefined, store: Store) {
  const { title, description, entryDate } = attributes;
  const fields = {
    title: title === undefined && stored ? stored.title : parseTexts(title, store),
    description: description === undefined && stored ? stored.description : parseTexts(description, store),
    entryDate: entryDate === undefined ? (stored?.entryDate ?? '') : (parseDate(entryDate ?? '') ?? ''),
  };
  const errors = validateForm(
    [
      ['entryDate', (form) => errorIf(form.entryDate === '', 'cannot be blank')],
      createTextRule<'title', typeof fields>('title', store),
    ],
    fields,
  );
  if (errors.length > 0) throw invalidAttributes(errors);
  return fields;
}

function findMilestone(result: Result, id: string, store: Store): Milestone {
  const milestone = store.find('milestones', id);
  if (!milestone || milestone.resultId !== result.id || !isShown(milestone)) throw notFound('Milestone');
  return milestone;
}

/** `createMilestone`. */
export function createMilestone(result: Result, { input }: { input: MilestoneInput }, { store }: RequestContext) {
  const fields = milestoneFields(input, undefined, store);
  return store.update((transaction) =>
    transaction.create('milestones', { resultId: result.id, ...fields, changes: 0 }),
  );
}

/** `updateMilestone`. */
export function updateMilestone(result: Result, { input }: { input: MilestoneInput }, { store }: RequestContext) {
  const stored = findMilestone(result, parseRecordId(input.id), store);
  const fields = milestoneFields(input, stored, store);
  const isChanged = !isDeepStrictEqual({ ...stored, ...fields }, stored);
  const changes = stored.changes + (isChanged ? 1 : 0);
  return store.update((transaction) => transaction.update('milestones', stored.id, { ...fields, changes }));
}

/** `deleteMilestone`. */
export function deleteMilestone(result: Result, { id }: { id: string }, { store }: RequestContext) {
  const milestone = findMilestone(result, id, store);
  return store.update((transaction) => transaction.update('milestones', milestone.id, { deletedAt: store.now() }));
}
