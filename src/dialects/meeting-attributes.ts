import type { MeetingAttributes } from '../graphql/generated-types.ts';
import type { Meeting } from '../records/records.ts';

/** The optional attributes of a meeting that are stored as they are, with the values of a meeting that was created without them. */
export const optionalAttributes = {
  address: null,
  latitude: null,
  longitude: null,
  onlineMeetingUrl: null,
  iframeAccessLevel: null,
  iframeEmbedType: 'NONE',
  registrationUrl: null,
  availableSlots: 0,
} as const;

/** The optional attributes of a meeting that are texts in the locale of the input. */
export const localizedAttributes = ['location', 'locationHints', 'registrationTerms'] as const;

type OptionalAttributes = {
  [Name in keyof typeof optionalAttributes]: Meeting[Name] | null;
};

/**
 * Returns the optional attributes of a meeting that an input creates or updates: an omitted one has the stored value or its default,
 * and null the value in `ofNull`.
 */
export function mergeOptionalAttributes(
  attributes: MeetingAttributes,
  previous: Meeting | undefined,
  ofNull: Partial<OptionalAttributes>,
): OptionalAttributes {
  const stored: OptionalAttributes = previous ?? optionalAttributes;
  const merged = (name: keyof OptionalAttributes) => {
    const { [name]: value } = attributes;
    return value === undefined ? stored[name] : (value ?? ofNull[name] ?? null);
  };
  const names = Object.keys(optionalAttributes) as (keyof OptionalAttributes)[];
  return Object.fromEntries(names.map((name) => [name, merged(name)])) as OptionalAttributes;
}

/** Returns what `merge` makes of each of the texts. */
export const mapLocalizedAttributes = <T>(merge: (name: (typeof localizedAttributes)[number]) => T) =>
  Object.fromEntries(localizedAttributes.map((name) => [name, merge(name)])) as Record<
    (typeof localizedAttributes)[number],
    T
  >;
