import * as fc from 'fast-check';
import type { ConstraintDirective } from '../../../src/contract/directives.ts';
import type { LearnedWorld } from '../learned-world.ts';
import {
  date,
  dateTime,
  plainText,
  unusualDate,
  unusualDateTime,
  unusualText,
  unusualUrl,
  webUrl,
  weighted,
} from './texts.ts';

/** Values of one type. */
export interface Values {
  valid: fc.Arbitrary<unknown>;
  /** Values at and beyond the boundaries that GraphQL accepts; some are valid. */
  unusual: fc.Arbitrary<unknown>;
  /** Values that are nearly of the type, and that GraphQL refuses. */
  mistyped?: fc.Arbitrary<unknown>;
}

/** An argument or an input field of a scalar type. */
export interface ScalarMember {
  name: string;
  typeName: string;
  constraint: ConstraintDirective;
  /** Whether it belongs to a mutation, so that a text is stored; the texts of queries select records. */
  isWritten: boolean;
}

const maxInt = 2_147_483_647;
const malformedIds = ['', 'abc', '1x', '01', '-1', '1.5', '99999999999999999999'];

/** The number of a record, or one that no record has. */
const anyNumber = ({ ids }: LearnedWorld): fc.Arbitrary<number> => {
  const highest = Math.max(1, ...ids.map(Number).filter(Number.isSafeInteger));
  return weighted([3, fc.integer({ min: 1, max: highest + 1 })], [1, fc.constantFrom(0, -1, 987_654_321)]);
};

/** Any text as an id. */
export const unusualId = (world: LearnedWorld): fc.Arbitrary<string> =>
  weighted([2, anyNumber(world).map(String)], [1, fc.constantFrom(...malformedIds)]);

/** The ids of a kind of records that the text starts with, such as `proposalIds`; an empty list if there is none. */
function idsOfKind(kindText: string, { idsByKind }: LearnedWorld): string[] {
  const kind = Object.keys(idsByKind).find((name) => kindText.startsWith(name));
  return kind === undefined ? [] : idsByKind[kind]!;
}

/** The id of a record of a kind, or else of any kind. */
const idOf = (kindText: string, world: LearnedWorld): fc.Arbitrary<string> =>
  fc.constantFrom(...[idsOfKind(kindText, world), world.ids, ['1']].find((list) => list.length > 0)!);

/** The id of a record in a list of ids. A record that no list shows, such as a draft, has an id next to others. */
function idInList(name: string, world: LearnedWorld): fc.Arbitrary<string> {
  const listed = idsOfKind(name, world).map(Number);
  const unlisted = listed.flatMap((id) => [id - 1, id + 1]).filter((id) => id > 0 && !listed.includes(id));
  const id = idOf(name, world);
  return unlisted.length > 0 ? weighted([8, id], [1, fc.constantFrom(...new Set(unlisted)).map(String)]) : id;
}

function numbers({ minimum, maximum }: ConstraintDirective, step: number): Values {
  const [min, max] = [minimum ?? -20, maximum ?? 20];
  const count = Math.round((max - min) / step);
  const isWhole = step === 1;
  const toNumber = (steps: number) => Number((min + steps * step).toFixed(2));
  return {
    valid: weighted([1, fc.integer({ min: Math.ceil(min), max: Math.floor(max) })], [1, fc.nat(count).map(toNumber)]),
    unusual: fc.constantFrom(min - step, min, max, max + step, -step, 0, ...(isWhole ? [maxInt] : [0.005, 1e12])),
    mistyped: fc.constantFrom<unknown>('3', ...(isWhole ? [1.5, maxInt + 1] : [])),
  };
}

function localeMaps({ locales }: LearnedWorld): Values {
  const [first = 'en', ...others] = locales;
  const maps = (text: fc.Arbitrary<unknown>, unknownLocale: fc.Arbitrary<unknown>) =>
    fc.record(
      { [first]: text, ...Object.fromEntries(others.map((locale) => [locale, text])), xx: unknownLocale },
      { requiredKeys: [] },
    );
  const text = weighted<unknown>([8, plainText], [1, fc.constant(null)]);
  const validMaps = fc.record(
    { [first]: plainText, ...Object.fromEntries(others.map((locale) => [locale, text])) },
    { requiredKeys: [first] },
  );
  const unusualTexts = weighted<unknown>(
    [3, unusualText],
    [1, fc.constantFrom<unknown>(null, 5, { deep: 'text' }, [])],
  );
  const noMaps = fc.constantFrom<unknown>('', 'text', false, true, 5, [], ['text'], [null]);
  return { valid: validMaps, unusual: weighted<unknown>([7, maps(unusualTexts, unusualTexts)], [1, noMaps]) };
}

/** The values of a scalar. */
export function scalarValues({ name, typeName, constraint, isWritten }: ScalarMember, world: LearnedWorld): Values {
  const { format, references, notRoot, localeMap, before } = constraint;
  const isId = typeName === 'ID' || references !== undefined || notRoot === true || /Ids?$/.test(name);
  const id = name.endsWith('Ids') ? idInList(name, world) : idOf(references ?? name, world);
  if (typeName === 'Int') return isId ? { valid: id.map(Number), unusual: anyNumber(world) } : numbers(constraint, 1);
  if (typeName === 'Float') return numbers(constraint, 0.01);
  if (typeName === 'Boolean')
    return { valid: fc.boolean(), unusual: fc.boolean(), mistyped: fc.constantFrom<unknown>('true', 1) };
  if (typeName === 'ID') return { valid: id, unusual: unusualId(world) };
  if (localeMap) return localeMaps(world);
  if (typeName === 'DateTime') return { valid: dateTime(before ? 'before' : 'after'), unusual: unusualDateTime };
  if (typeName === 'Date' || format === 'date') return { valid: date, unusual: unusualDate };
  if (format === 'http-url') return { valid: webUrl, unusual: unusualUrl };
  if (constraint.enum) return words(constraint.enum, [...constraint.enum.map((each) => each.toUpperCase()), 'unknown']);
  if (/^locales?$/.test(name)) return words(world.locales, ['xx', 'EN', 'en-GB', '']);
  return isWritten ? { valid: plainText, unusual: unusualText } : argumentTexts(name, world);
}

/** Values of arguments that no data has: orders and days. */
const fixedTexts = ['asc', 'desc', '2020-01-01', '2100-01-01'];

/** The texts that an argument may refer to: first of all those of the field with its name. */
function argumentTexts(name: string, { texts }: LearnedWorld): Values {
  const own = texts[/^(after|before)$/.test(name) ? 'cursor' : name] ?? [];
  const others = [...fixedTexts, ...Object.values(texts).flat()];
  const valid =
    own.length > 0
      ? weighted([2, fc.constantFrom(...own)], [1, fc.constantFrom(...others)])
      : fc.constantFrom(...others);
  return { valid, unusual: fc.constantFrom('', 'unknown', '1') };
}

const words = (valid: readonly string[], unusual: readonly string[]): Values => ({
  valid: fc.constantFrom(...valid),
  unusual: fc.constantFrom(...unusual),
});
