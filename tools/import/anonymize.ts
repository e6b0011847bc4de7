import { isJsonObject } from '../../conformance/model/json-value.ts';
import { madeUpName } from './made-up-names.ts';
import { maskText } from './mask.ts';
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
    for (const record of records.values())
      for (const [name, value] of Object.entries(record))
        if (!isExact(kind, name)) record[name] = mapTexts(value, (text) => maskText(replaceNames(text)));
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

/** Gives every user another name. Returns a function that puts the new names into a text. */
function renameUsers(users: readonly ImportedRecord[]): (text: string) => string {
  const nicknames = new Map<string, string>();
  const names = new Map<string, string>();
  for (const user of users.toSorted((a, b) => a.id - b.id)) {
    if (user['deletedAt']) continue;
    const { name, nickname } = madeUpName(user.id);
    if (typeof user['nickname'] === 'string') nicknames.set(user['nickname'].toLowerCase(), nickname);
    // A single word is too often a word of the language.
    if (typeof user['name'] === 'string' && /\S\s+\S/.test(user['name'])) names.set(user['name'].toLowerCase(), name);
    Object.assign(user, {
      name,
      nickname,
      about: undefined,
      personalUrl: undefined,
      avatar: undefined,
      email: undefined,
    });
  }
  const firstWords = new Map<string, string[]>();
  for (const name of names.keys()) {
    const first = name.split(/\s/)[0]!;
    firstWords.set(
      first,
      [...(firstWords.get(first) ?? []), name].toSorted((a, b) => b.length - a.length),
    );
  }
  const replaceName = (text: string): string => {
    const lowerCase = text.toLowerCase();
    if (lowerCase.length !== text.length) return text;
    let replaced = '';
    let end = 0;
    for (const { 0: word, index } of lowerCase.matchAll(/[\p{L}\p{M}'’-]+/gu)) {
      if (index < end) continue;
      const name = firstWords
        .get(word)
        ?.find((each) => lowerCase.startsWith(each, index) && isWordEnd(lowerCase, index + each.length));
      if (name === undefined) continue;
      replaced += text.slice(end, index) + names.get(name)!;
      end = index + name.length;
    }
    return replaced + text.slice(end);
  };
  return (text) =>
    replaceName(text).replaceAll(/(?<![\w@])@([\w.-]+)/g, (mention, word: string) => {
      const nickname = nicknames.get(word.toLowerCase());
      return nickname === undefined ? mention : `@${nickname}`;
    });
}

const isWordEnd = (text: string, index: number): boolean => !/[\p{L}\p{N}]/u.test(text.charAt(index));
