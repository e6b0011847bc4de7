import type { Behavior } from '../behavior.ts';
import { mergeTranslation, parseLocaleMap } from '../../server/resolvers/translations.ts';
import { findChildResults, roundToTwoDecimals } from '../../server/resolvers/results.ts';
import { existingTaxonomyIds } from '../../server/resolvers/taxonomies.ts';
import { mapLocalizedAttributes, mergeOptionalAttributes, optionalAttributes } from '../meeting-attributes.ts';

/** The fields of an answer (specification, section 2.2). An omitted attribute keeps the stored value, null clears it. */
export const answerFields: Behavior['answerFields'] = (
  { state, cost, answerContent, costReport, executionPeriod },
  _,
  { store },
) => ({
  state,
  cost,
  answer: parseLocaleMap(answerContent),
  costReport: parseLocaleMap(costReport),
  executionPeriod: parseLocaleMap(executionPeriod),
  answeredAt: store.now(),
});

/**
 * The progress of a result in percent, or null: the mean of its children's progress by weight, without children that have
 * no progress; if there are none, the stored value.
 */
export const resultProgress: Behavior['resultProgress'] = (result, store) => {
  const children = findChildResults(result, store)
    .map((child) => ({ weight: Math.max(child.weight ?? 1, 0), progress: resultProgress(child, store) }))
    .filter((child): child is { weight: number; progress: number } => child.progress !== null);
  if (children.length === 0) return result.progress;
  const totalWeight = children.reduce((sum, { weight }) => sum + weight, 0);
  // If all weights are 0, the children have equal weights.
  const total = children.reduce((sum, { weight, progress }) => sum + (totalWeight > 0 ? weight : 1) * progress, 0);
  return roundToTwoDecimals(total / (totalWeight > 0 ? totalWeight : children.length));
};

/** The fields of a meeting (specification, section 2.3). An omitted attribute keeps the stored value, null clears it; texts of other locales stay. */
export const meetingFields: Behavior['meetingFields'] = (attributes, locale, previous, store) => {
  const { title, description, typeOfMeeting, registrationType, registrationsEnabled, taxonomies } = attributes;
  const formatTime = (text: string) => store.formatDateTime(store.parseDateTime(text));
  const merged = mergeOptionalAttributes(attributes, previous, optionalAttributes);
  return {
    ...merged,
    availableSlots: merged.availableSlots ?? optionalAttributes.availableSlots,
    ...mapLocalizedAttributes((name) => mergeTranslation(previous?.[name] ?? null, locale, attributes[name])),
    title: mergeTranslation(previous?.title ?? null, locale, title)!,
    description: mergeTranslation(previous?.description ?? null, locale, description)!,
    startTime: formatTime(attributes.startTime),
    endTime: formatTime(attributes.endTime),
    typeOfMeeting,
    registrationType,
    registrationsEnabled:
      (registrationsEnabled === undefined ? previous?.registrationsEnabled : registrationsEnabled) ??
      registrationType === 'ON_THIS_PLATFORM',
    taxonomyIds:
      taxonomies === undefined ? (previous?.taxonomyIds ?? []) : existingTaxonomyIds(taxonomies ?? [], store),
  };
};
