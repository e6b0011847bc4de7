import { invalidAttributes } from '../../../../errors.ts';
import type { Project } from '../../../../records/records.ts';
import type { Store } from '../../../../store/store.ts';
import { type FormRule, validateForm } from '../../forms/validations.ts';
import { parseTaxonomyIds } from '../../values/ids.ts';
import { findLinkableProposals } from '../../values/linkable-records.ts';
import { isBlankValue } from '../../values/texts.ts';
import { type BigIntInput, parseBigInt, validateRange } from './integers.ts';
import { createTextRule, parseTexts } from './texts.ts';

/** `ProjectAttributes`. */
export interface ProjectAttributes {
  address?: string | null;
  budgetAmount?: BigIntInput;
  description?: unknown;
  latitude?: number | null;
  longitude?: number | null;
  proposalIds?: number[] | null;
  taxonomies?: (string | number)[] | null;
  title?: unknown;
}

const maxAmount = 2n ** 63n - 1n;

/**
 * Returns the fields of a project for an input; an omitted attribute keeps the stored value. A map of texts replaces the
 * stored one, and a blank one keeps it. Throws if they are invalid.
 */
export function projectFields(
  attributes: ProjectAttributes,
  stored: Project | undefined,
  componentId: number,
  store: Store,
) {
  const { address, latitude, longitude, proposalIds, taxonomies } = attributes;
  const textsOf = (field: 'title' | 'description') => {
    const texts = parseTexts(attributes[field], store);
    return stored && isBlankValue(attributes[field] ?? null) ? stored[field] : texts;
  };
  const form = {
    title: textsOf('title'),
    description: textsOf('description'),
    budgetAmount:
      attributes.budgetAmount === undefined && stored
        ? BigInt(stored.budgetAmount)
        : parseBigInt(attributes.budgetAmount),
  };
  const rules: FormRule<typeof form>[] = [
    createTextRule('title', store),
    createTextRule('description', store),
    [
      'budgetAmount',
      (each) => [
        ...(each.budgetAmount === null ? ['cannot be blank'] : []),
        ...validateRange(each.budgetAmount, { above: 0, to: maxAmount }),
      ],
    ],
  ];
  const errors = validateForm(rules, form);
  if (errors.length > 0) throw invalidAttributes(errors);
  return {
    ...form,
    budgetAmount: Number(form.budgetAmount),
    address: address === undefined ? (stored?.address ?? null) : address,
    latitude: latitude === undefined ? (stored?.latitude ?? null) : latitude,
    longitude: longitude === undefined ? (stored?.longitude ?? null) : longitude,
    proposalIds:
      proposalIds === undefined
        ? (stored?.proposalIds ?? [])
        : findLinkableProposals(proposalIds ?? [], componentId, store),
    taxonomyIds:
      taxonomies === undefined ? (stored?.taxonomyIds ?? []) : parseTaxonomyIds((taxonomies ?? []).map(String), store),
  };
}
