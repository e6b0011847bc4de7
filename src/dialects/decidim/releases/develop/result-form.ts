import type { AttributeContext } from '../../../server-dialect.ts';
import { SimulatedServerError, SimulatedStackOverflow } from '../../../../errors.ts';
import { roundToTwoDecimals } from '../../../../server/resolvers/results.ts';
import { isShown } from '../../../../records/kinds.ts';
import type { Result, Translations } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import { resultProgress } from '../../behavior/result-progress.ts';
import { type FormRule, errorIf, validateForm } from '../../forms/validations.ts';
import { parseDate } from '../../values/dates.ts';
import { includesRootTaxonomy } from '../../values/ids.ts';
import { findLinkableProjects, findLinkableProposals } from '../../values/linkable-records.ts';
import type { AttributeRules } from '../../overrides.ts';
import { createTextRule, parseTexts } from './texts.ts';

/** `ResultAttributes`. */
interface ResultAttributes {
  decidimAccountabilityStatusId?: number | null;
  description?: unknown;
  endDate?: string | null;
  externalId?: string | null;
  parentId?: number | null;
  progress?: number | null;
  projectIds?: number[] | null;
  proposalIds?: number[] | null;
  startDate?: string | null;
  taxonomies?: number[] | null;
  title?: unknown;
  weight?: number | null;
}

/** The values of a result that an input creates or updates: those of the input, or else the stored ones. */
export type ResultForm = Pick<
  Result,
  | 'title'
  | 'description'
  | 'statusId'
  | 'parentId'
  | 'progress'
  | 'startDate'
  | 'endDate'
  | 'externalId'
  | 'weight'
  | 'taxonomyIds'
  | 'proposalIds'
  | 'projectIds'
> & { title: Translations };

/** Returns the result to update, as it is stored now; undefined on create, where the record is a component. */
const findStoredResult = ({ store, record }: AttributeContext): Result | undefined =>
  'componentId' in record ? store.find('results', record.id) : undefined;

/** An omitted attribute keeps the stored value, and null clears it. */
const merge = <T>(value: T | null | undefined, stored: T | null = null): T | null =>
  value === undefined ? stored : value;

const mergeDate = (text: string | null | undefined, stored?: string | null): string | null =>
  merge(text === undefined ? undefined : parseDate(text ?? ''), stored);

const mergeIds = (ids: number[] | null | undefined, stored?: number[]): number[] => [...new Set(merge(ids, stored))];

function createResultForm(attributes: ResultAttributes, context: AttributeContext): ResultForm {
  const { store, componentId } = context;
  const stored = findStoredResult(context);
  return {
    title: { ...stored?.title, ...parseTexts(attributes.title, store) },
    description: { ...stored?.description, ...parseTexts(attributes.description, store) },
    statusId: merge(attributes.decidimAccountabilityStatusId, stored?.statusId),
    parentId: merge(attributes.parentId, stored?.parentId),
    progress: merge(attributes.progress, stored && resultProgress(stored, store)),
    startDate: mergeDate(attributes.startDate, stored?.startDate),
    endDate: mergeDate(attributes.endDate, stored?.endDate),
    externalId: merge(attributes.externalId, stored?.externalId),
    weight: merge(attributes.weight, stored?.weight),
    taxonomyIds: mergeIds(attributes.taxonomies, stored?.taxonomyIds),
    proposalIds: findLinkableProposals(mergeIds(attributes.proposalIds, stored?.proposalIds), componentId, store),
    projectIds: findLinkableProjects(mergeIds(attributes.projectIds, stored?.projectIds), componentId, store),
  };
}

/** The rules of a result, in the platform's order. */
function createRules({ store, componentId }: AttributeContext): FormRule<ResultForm>[] {
  const validateReference = (kind: 'results' | 'statuses', id: number | null): string[] => {
    const record = id === null ? undefined : store.find(kind, id);
    const isValid = id === null || (record && isShown(record) && record.componentId === componentId);
    return errorIf(!isValid, 'cannot be blank');
  };
  return [
    createTextRule('title', store),
    [
      'progress',
      ({ progress }) => [
        ...errorIf(progress !== null && progress < 0, 'must be greater than or equal to 0'),
        ...errorIf(progress !== null && progress > 100, 'must be less than or equal to 100'),
      ],
    ],
    ['parent', ({ parentId }) => validateReference('results', parentId)],
    ['status', ({ statusId }) => validateReference('statuses', statusId)],
  ];
}

/** Throws what the platform fails with when it saves an update: a taxonomy that it cannot assign, or a circle of parents. */
function assertSavable({ taxonomyIds, parentId }: ResultForm, { id }: Result, store: Store): void {
  const taxonomies = store.findMany('taxonomies', taxonomyIds);
  if (taxonomies.length < taxonomyIds.length || includesRootTaxonomy(taxonomyIds, store))
    throw new SimulatedServerError('the database rejects a taxonomy');
  for (let ancestor = parentId; ancestor !== null; ancestor = store.get('results', ancestor).parentId)
    if (ancestor === id) throw new SimulatedStackOverflow('the progress of a parent in a circle');
}

/** The rules of `ResultAttributes`; the resolvers get a `ResultForm`. */
export const resultRules: AttributeRules = {
  normalize: (attributes, context) => createResultForm(attributes, context),
  validate(attributes, context) {
    const form = attributes as unknown as ResultForm;
    const errors = validateForm(createRules(context), form);
    if (errors.length > 0) return errors;
    const stored = findStoredResult(context);
    if (stored) assertSavable(form, stored, context.store);
    // On create, the platform reports a root taxonomy as an attribute error without a list, and drops unknown ones.
    else if (includesRootTaxonomy(form.taxonomyIds, context.store)) return [];
    return undefined;
  },
};

/** The fields of a result that are stored for a form. */
export const resultFields = (form: ResultForm, store: Store) => ({
  ...form,
  progress: form.progress === null ? null : roundToTwoDecimals(form.progress),
  taxonomyIds: form.taxonomyIds.filter((id) => store.find('taxonomies', id)),
});
