import { faker } from '@faker-js/faker/locale/en';
import { isJsonObject } from '../../json-object.ts';
import type { ImportedRecord, WorldBuilder } from './world-builder.ts';

/** The made-up name of the person with an id, and a nickname; different ids have different nicknames. */
export function madeUpName(id: number): { name: string; nickname: string } {
  faker.seed(id);
  const name = `${faker.person.firstName()} ${faker.person.lastName()}`;
  const plain = name
    .normalize('NFD')
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Za-z_]/g, '')
    .toLowerCase();
  return { name, nickname: `${plain.slice(0, 12)}_${id}` };
}

/** Fields whose values are no texts of people. */
const exactFields = new Set(
  'attachedTo badgeName bgColor collectionFor commentable contentType externalId followable from item key locale questionnaireFor questionType reference reportable resource slug state textColor to token'.split(
    ' ',
  ),
);

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

/** Gives every user another name. Returns a function that puts the new names into a text. */
function renameUsers(users: readonly ImportedRecord[]): (text: string) => string {
  const nicknames = new Map<string, string>();
  /** Full names in lower case and their replacements, by first word. */
  const names = new Map<string, [old: string, name: string][]>();
  for (const user of users.toSorted((a, b) => a.id - b.id)) {
    if (user['deletedAt']) continue;
    const { name, nickname } = madeUpName(user.id);
    if (typeof user['nickname'] === 'string') nicknames.set(user['nickname'].toLowerCase(), nickname);
    // A single word is too often a word of the language.
    const old = user['name'];
    if (typeof old === 'string' && /\S\s+\S/.test(old)) {
      const [first] = old.toLowerCase().split(/\s/, 1) as [string];
      names.set(first, [...(names.get(first) ?? []), [old.toLowerCase(), name]]);
    }
    Object.assign(user, {
      name,
      nickname,
      about: undefined,
      personalUrl: undefined,
      avatar: undefined,
      email: undefined,
    });
  }
  for (const each of names.values()) each.sort(([a], [b]) => b.length - a.length);
  const replaceName = (text: string): string => {
    const lowerCase = text.toLowerCase();
    if (lowerCase.length !== text.length) return text;
    let replaced = '';
    let end = 0;
    for (const { 0: word, index } of lowerCase.matchAll(/[\p{L}\p{M}'’-]+/gu)) {
      if (index < end) continue;
      const found = names
        .get(word)
        ?.find(([old]) => lowerCase.startsWith(old, index) && isWordEnd(lowerCase, index + old.length));
      if (!found) continue;
      replaced += text.slice(end, index) + found[1];
      end = index + found[0].length;
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

// The at sign as a character, in a URL, and in HTML.
const atSign = '(?:@|%40|&#0*64;|&#x0*40;|&commat;)';
const email = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}${atSign}(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}`,
  'giu',
);

// Not in the middle of a word, of a number, or of a path.
const phone =
  /(?<![\p{L}\p{N}/_#=&]|[\p{L}\p{N}]-)(?:\+|00)?\(?\p{Nd}(?:[\s\u00a0().\-/]{0,3}\p{Nd}){6,16}(?![\p{L}\p{N}_/])/gu;
const date =
  /(?<!\p{Nd})(?:\p{Nd}{4}[-./]\p{Nd}{1,2}[-./]\p{Nd}{1,2}|\p{Nd}{1,2}[-./]\p{Nd}{1,2}[-./]\p{Nd}{4})(?!\p{Nd})/u;
const decimal = /^\p{Nd}+[.,]\p{Nd}{1,2}$/u;
const years = /^\(?\p{Nd}{4}\s*[-/]\s*\p{Nd}{4}\)?$/u;
const currency = /^\s?[€$£¥]|^[.,]\p{Nd}{2}(?!\p{Nd})/u;

const maskedEmail = 'masked@example.org';
const maskedPhone = '000 000 000';

/** Whether a number with separators is a phone number: not a date, a period of years, or an amount. */
function isPhone(found: string, before: string, after: string): boolean {
  const digits = found.replaceAll(/\P{Nd}/gu, '').length;
  const isInternational = /^(?:\+|00)/.test(found);
  if (digits > 15 || digits < (isInternational ? 7 : 9)) return false;
  if (date.test(found) || years.test(found) || decimal.test(found)) return false;
  return !/[€$£¥]\s?$/.test(before) && !currency.test(after);
}

/** Replaces the e-mail addresses and phone numbers in a text, also in HTML. */
export function maskText(text: string): string {
  const withoutEmail = text.replaceAll(email, maskedEmail);
  return withoutEmail.replaceAll(phone, (found, offset: number) => {
    const before = withoutEmail.slice(Math.max(0, offset - 3), offset);
    const after = withoutEmail.slice(offset + found.length, offset + found.length + 4);
    return isPhone(found, before, after) ? maskedPhone : found;
  });
}
