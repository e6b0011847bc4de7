import { isJsonObject } from '../../src/client/json-value.ts';
import { madeUpName } from './generated-names.ts';
import { maskText } from './mask-addresses.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** Fields whose values are no texts of people. */
const exactFields = new Set([
  'attachedTo',
  'badgeName',
  'bgColor',
  'collectionFor',
  'commentable',
  'contentType',
  'externalId',
  'followable',
  'from',
  'item',
  'key',
  'locale',
  'questionnaireFor',
  'questionType',
  'reference',
  'reportable',
  'resource',
  'slug',
  'state',
  'textColor',
  'to',
  'token',
]);

/**
 * Masks e-mail addresses and phone numbers in all texts. Unless `keepNames` is set, replaces the names and nicknames of people
 * by made-up ones, also where texts name them, and removes what else their profiles show.
 */
export function anonymize(world: WorldBuilder, keepNames: boolean): void {
  const replaceNames = keepNames ? (text: string) => text : renameUsers(world.all('users'));
  for (const [kind, records] of world.records) {
    if (kind === 'organization') continue;
    for (const record of records.values()) {
      for (const [name, value] of Object.entries(record))
        if (!isExact(kind, name)) record[name] = mapTexts(value, (text) => maskText(replaceNames(text)));
    }
  }
}

const isExact = (kind: string, name: string): boolean =>
  exactFields.has(name) || /(At|Time|Date)$/.test(name) || (kind === 'users' && ['name', 'nickname'].includes(name));

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, exactFields.has(key) ? each : mapTexts(each, change)]),
  );
}

const maxNameCharacters = 100;

/** Gives every user another name. Returns a function that puts the new names into a text. */
function renameUsers(users: readonly ImportedRecord[]): (text: string) => string {
  const nicknames = new Map<string, string>();
  const names = new Map<string, string>();
  for (const user of users.toSorted((a, b) => a.id - b.id)) {
    if (user['deletedAt']) continue;
    const { name, nickname } = madeUpName(user.id);
    if (typeof user['nickname'] === 'string') nicknames.set(user['nickname'].toLowerCase(), nickname);
    // A single word is too often a word of the language.
    const old = user['name'];
    if (typeof old === 'string' && old.length <= maxNameCharacters && /\S\s+\S/.test(old))
      names.set(old.toLowerCase(), name);
    Object.assign(user, {
      name,
      nickname,
      about: undefined,
      personalUrl: undefined,
      avatar: undefined,
      email: undefined,
    });
  }
  const lengths = lengthsByFirstWord(names.keys());
  const replaceName = (text: string): string => {
    const lowerCase = text.toLowerCase();
    if (lowerCase.length !== text.length) return text;
    let replaced = '';
    let end = 0;
    for (const { 0: word, index } of lowerCase.matchAll(/[\p{L}\p{M}'’-]+/gu)) {
      if (index < end) continue;
      const length = lengths
        .get(word)
        ?.find((each) => names.has(lowerCase.slice(index, index + each)) && isWordEnd(lowerCase, index + each));
      if (length === undefined) continue;
      replaced += text.slice(end, index) + names.get(lowerCase.slice(index, index + length))!;
      end = index + length;
    }
    return replaced + text.slice(end);
  };
  return (text) =>
    replaceName(text).replaceAll(/(?<![\w@])@([\w.-]+)/g, (mention, word: string) => {
      const nickname = nicknames.get(word.toLowerCase());
      return nickname === undefined ? mention : `@${nickname}`;
    });
}

/** How long the names with the same first word are, the longest first. */
function lengthsByFirstWord(names: Iterable<string>): Map<string, number[]> {
  const lengths = new Map<string, Set<number>>();
  for (const name of names) {
    const [first] = name.split(/\s/, 1) as [string];
    lengths.set(first, (lengths.get(first) ?? new Set()).add(name.length));
  }
  return new Map([...lengths].map(([first, each]) => [first, [...each].toSorted((a, b) => b - a)]));
}

const isWordEnd = (text: string, index: number): boolean => !/[\p{L}\p{N}]/u.test(text.charAt(index));
