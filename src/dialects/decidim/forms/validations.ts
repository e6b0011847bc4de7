import type { AttributeError } from '../../../errors.ts';
import { stripTags } from '../values/html.ts';

/** A rule of a form: the attribute of its errors, and the function that returns the error messages. */
export type FormRule<Form> = [attribute: string, validate: (form: Form) => string[]];

/** Returns the errors of a form in the order of the rules; undefined if there are none. */
export function validateForm<Form>(rules: FormRule<Form>[], form: Form): AttributeError[] | undefined {
  const errors = rules.flatMap(([attribute, validate]) =>
    validate(form).map((message) => ({ path: ['attributes', attribute], message })),
  );
  return errors.length > 0 ? errors : undefined;
}

/** Returns the message if the condition is true. */
export const errorIf = (condition: boolean, message: string): string[] => (condition ? [message] : []);

/** Whether a text is null, or has nothing but Unicode white space. */
export const isBlank = (text: string | null): boolean => text === null || /^\p{White_Space}*$/u.test(text);

export const validatePresence = (text: string | null): string[] => errorIf(isBlank(text), 'cannot be blank');

export const notInListMessage = 'is not included in the list';

/** The errors of a number that is missing, too small or too large. */
export const validateRange = (
  value: bigint | number | null,
  { above, from, to }: { above?: number; from?: number; to?: number | bigint },
): string[] =>
  value === null
    ? ['is not a number']
    : [
        ...errorIf(above !== undefined && value <= above, `must be greater than ${above}`),
        ...errorIf(from !== undefined && value < from, `must be greater than or equal to ${from}`),
        ...errorIf(to !== undefined && value > to, `must be less than or equal to ${to}`),
      ];

/** The errors of a text that is too short or too long, by its length in characters. */
export const validateLength = (length: number, minimum: number, maximum: number): string[] => [
  ...errorIf(length < minimum, `is too short (under ${minimum} characters)`),
  ...errorIf(length > maximum, `is too long (maximum is ${maximum} characters)`),
];

/** The length of a text in Unicode code points. */
export const characterCount = (text: string): number => [...text].length;

// The message says 25 percent; the platform allows up to half of the text.
function hasTooManyCapitals(text: string): boolean {
  const capitals = text.match(/\p{Uppercase}/gu)?.length ?? 0;
  return capitals > 0 && capitals >= Math.floor(characterCount(text) / 2);
}

/** Applies the platform's etiquette validator to a text without its tags. A blank text has no errors here. */
export function validateEtiquette(html: string): string[] {
  if (isBlank(html)) return [];
  const text = stripTags(html).trim();
  return [
    ...validatePresence(text),
    ...errorIf(hasTooManyCapitals(text), 'is using too many capital letters (over 25% of the text)'),
    ...errorIf(/[!?¡¿]{2,}/.test(text), 'is using too many consecutive punctuation marks (e.g. ! and ?)'),
    ...errorIf(/^\p{Lowercase}/u.test(text), 'must start with a capital letter'),
  ];
}

const percentEncoded = '%[0-9a-f]{2}';
const nameCharacter = `[\\w.~!$&'()*+,;=-]|${percentEncoded}`;
const pathCharacter = `(?:${nameCharacter}|[:@/])`;
const end = `(?:\\?[^#\\u0080-\\uffff]*)?(?:#(?:${pathCharacter}|\\?)*)?$`;
/** A URI (RFC 3986) as Ruby parses it: a query may have any ASCII characters. */
const absoluteUri = new RegExp(
  `^([a-z][a-z0-9+.-]*):(?://(?:(?:${nameCharacter}|:)*@)?(\\[[0-9a-f:.]+\\]|(?:${nameCharacter})*)(?::\\d*)?(?:/${pathCharacter}*)?|(?!//)${pathCharacter}*)${end}`,
  'i',
);
const relativeUri = new RegExp(`^(?:${pathCharacter})*${end}`, 'i');

/** Parses a URI as Ruby does; undefined if the text is not a URI. The host is empty in a URI without an authority. */
export function parseUri(text: string): { scheme: string; host: string } | undefined {
  const match = absoluteUri.exec(text);
  if (match) return { scheme: match[1]!.toLowerCase(), host: match[2] ?? '' };
  return relativeUri.test(text) && !text.split('/')[0]!.includes(':') ? { scheme: '', host: '' } : undefined;
}

/** Whether a text is an http or https URL with a host. */
export function isHttpUrl(text: string): boolean {
  const { scheme, host } = parseUri(text) ?? { scheme: '', host: '' };
  return (scheme === 'http' || scheme === 'https') && host !== '';
}
