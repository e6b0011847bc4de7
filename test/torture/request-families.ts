import * as fc from 'fast-check';
import {
  type DialectName,
  type Language,
  type Place,
  type SentRequest,
  dialectNames,
  places,
} from './request-places.ts';

/** A text that is repeated; with an end, it can also enclose other texts. `#` becomes a number. */
type Element = [start: string, end?: string];

const selections: Element[] = [
  ['__typename '],
  ['a#: __typename '],
  ['id '],
  ['a#: id '],
  ['unknown# '],
  ['a#: unknown(b: 1) '],
  ['...F0 '],
  ['...F# '],
  ['... on Query { ', '} '],
  ['... { ', '} '],
  ['...@include(if: true) { ', '} '],
  ['organization { ', '} '],
  ['a#: organization { name { locales } } '],
  ['a#: organization { name { translations(locales: ["en", "ca"]) { text } } } '],
  ['component(id: #) { id } '],
  ['a: component(id: #) { id } '],
  ['a#: component(id: 2) { ... on Meetings { meetings(first: 1000) { nodes { id } } } } '],
  ['a#: component(id: 2) { ... on MeetingsMutation { id } } '],
  ['a#: component(id: 2) { ... on MeetingsMutation { meeting(id: 2) { update(input: { attributes: {} }) { id } } } } '],
  ['a#: meetings(first: 1000) { edges { cursor node { id } } } '],
  ['a#: title { translation(locale: "en") } '],
  ['a#: description { translations { text } } '],
  ['taxonomies { ', '} '],
  ['children { ', '} '],
  ['parent { ', '} '],
  ['a#: children { id } '],
  ['author { ', '} '],
  ['participatorySpace { components { ', '} } '],
  ['fields { type { ', '} } '],
  ['ofType { ', '} '],
  ['a#: fields { name } '],
  ['__schema { types { name } } '],
  ['a#: __type(name: "Query") { name } '],
  ['id @skip(if: false) '],
  ['id @include(if: $v#) '],
];
const definitions: Element[] = [
  ['{ __typename } '],
  ['query Q# { __typename } '],
  ['query Q# { ...F# } '],
  ['query Q#($v: Int) { __typename } '],
  ['mutation M# { __typename } '],
  ['fragment F# on Query { __typename } '],
  ['fragment F# on Query { ...F0 } '],
  ['fragment F# on Query { ...F#+ } '],
  ['fragment F# on Query { ...F#+ ...F#+ } '],
  ['fragment F0 on Query { ...F0 } '],
  ['fragment F# on Unknown { a } '],
  ['type T# { a: Int } '],
  ['scalar S# '],
  ['extend type Query { a#: Int } '],
];
const names: Element[] = [
  ['a#: 1 '],
  ['a#: $v '],
  ['id: # '],
  ['a: {', '} '],
  ['attributes: {', '} '],
  ['title: "T" '],
  ['locale: "en" '],
];
const literals: Element[] = [
  ['1 '],
  ['# '],
  ['"en" '],
  ['"a#" '],
  ['$v '],
  ['$v# '],
  ['null '],
  ['EN# '],
  ['1.5e3 '],
  ['[', '] '],
  ['{ a: ', '} '],
  ['{ a#: 1 } '],
  ['"""a""" '],
];
const json: Element[] = [
  ['1,'],
  ['#,'],
  ['"#",'],
  ['1.0,'],
  ['1e5,'],
  ['null,'],
  ['true,'],
  ['"en",'],
  ['["en","a"],'],
  ['{"a#":1},'],
  ['[', '],'],
  ['{"a":', '},'],
  ['"\\u0000",'],
  ['{"\\u0000float":1},'],
  ['{"\\u0000float":"a"},'],
  ['99999999999999999999,'],
];
const members: Element[] = [
  ['"a#":1,'],
  ['"a#":"a",'],
  ['"a":1,'],
  ['"":"a",'],
  ['"en":"a",'],
  ['"a#":{', '},'],
  ['"a":{', '},'],
  ['"attributes":{', '},'],
  ['"a#":[1.0,null,"a"],'],
  ['"__proto__":1,'],
  ['"\\u0000float":1,'],
  ['"title":"T",'],
];
const characters = ' aAé😀ßİdž\0\t\n\u00a0\u2028\ud80001-+.,:;/?#@%=&!"\'`\\|([{*^$_~<>Z';
const words =
  '<! <!-- --> <? </ </b </b> <b <b> <br> <p> <li> <td> <b><i></b></i> <script> </script> <style <a:b <html> <!> ' +
  '&amp; &lt &#38; &#x &notit; https:// a.example .example :80 // .. T10:00:00 .0 2027-03-12 +00:00 #{ """ \\""" \\u{ ' +
  '\\u0041 data: ;q=0.5 ,*/* %41 <b\ta= <b\ta=" <b\ta=\' <b\ta="b" <a\nhref="%"> <a\nhref="&amp;">';
const texts: Element[] = [
  ...Array.from(characters, (each): Element => [each]),
  ...words.split(' ').map((each): Element => [each]),
  ['\r\n'],
  ['<b '],
  ['a=b; '],
  ['<b>', '</b>'],
  ['<div>', '</div>'],
  ['<p>', '</p>'],
  ['<li>', '</li>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['(', ')'],
  ['[', ']'],
];
const form: Element[] = [
  ['a#=1&'],
  ['a[]=1&'],
  ['a[#]=1&'],
  ['a[b#]=1&'],
  ['a=1&'],
  ['&'],
  ['=&'],
  ['%5B'],
  ['[a]'],
  ['[]'],
  ['a['],
  ['variables[a#]=1&'],
  ['variables={"a":1.0}&'],
  ['a.b.'],
  ['%'],
  ['+'],
  [',1'],
];

const elements: Record<Language, Element[]> = {
  selections,
  definitions,
  arguments: names,
  directives: [
    ['@a '],
    ['@a# '],
    ['@skip(if: false) '],
    ['@include(if: true) '],
    ['@deprecated '],
    ['@skip(if: $v) '],
    ['@skip '],
  ],
  variables: [
    ['$v#: Int '],
    ['$v: Int '],
    ['$v#: Unknown '],
    ['$v#: [Int!] = [1] '],
    ['$v#: ', ' '],
    ['$v#: [', ']'],
    ['$v#: CreateMeetingInput = {} '],
    ['$v#: Int @a '],
  ],
  literals,
  json,
  members,
  text: texts,
  form,
};

/** Requests that are the same except for the length of one text. */
export interface Family {
  dialect: DialectName;
  place: string;
  /** The texts are repeated together. */
  elements: Element[];
  /** Whether each repetition is inside the previous one. */
  isNested: boolean;
  /** The end of the text, or its innermost part. */
  last: string;
  /** Whether `#` is different in each repetition. */
  isNumbered: boolean;
}

/** The longest body that the server reads. */
const maxBodyBytes = 1024 * 1024;

const repeat = (text: string, count: number, isNumbered: boolean): string =>
  text.includes('#')
    ? Array.from({ length: count }, (_, index) =>
        text.replaceAll('#+', String(isNumbered ? index + 1 : 0)).replaceAll('#', String(isNumbered ? index : 0)),
      ).join('')
    : text.repeat(count);

/** Creates the text of a family with so many repetitions. */
function createText({ place, elements: parts, isNested, last, isNumbered }: Family, count: number): string {
  const { language, maxLength = Infinity } = places[place]!;
  const start = parts.map(([each]) => each).join('');
  const end = parts
    .map(([, each = '']) => each)
    .toReversed()
    .join('');
  const text = isNested
    ? `${repeat(start, count, isNumbered)}${last}${repeat(end, count, isNumbered)}`
    : `${repeat(start + end, count, isNumbered)}${last}`;
  const isJson = language === 'json' || language === 'members';
  // In JSON, no comma precedes an end.
  return (isJson ? text.replaceAll(/,+(?=[\]}]|$)/g, '') : text).slice(0, maxLength);
}

/** Creates the request of a family with so many repetitions. */
export const createRequest = (family: Family, count: number, nonce: string): SentRequest =>
  places[family.place]!.build(createText(family, count), nonce);

/** Returns the highest number of repetitions, a power of two, whose request the server reads. */
export function maxCount(family: Family): number {
  const fits = (count: number) => Buffer.byteLength(createRequest(family, count, 'nonce').body) <= maxBodyBytes;
  let count = 1;
  while (count < maxBodyBytes && fits(count * 2)) count *= 2;
  return count;
}

export const actorOf = ({ place }: Family) => (places[place] as Place).actor ?? 'admin';

/** Describes a family in one line of JSON. */
export const describeFamily = ({ dialect, place, elements: parts, isNested, last, isNumbered }: Family): string =>
  JSON.stringify({ dialect, place, [isNested ? 'nested' : 'repeated']: parts, last, isNumbered });

const placesByDialect = (dialect: DialectName): string[] =>
  Object.keys(places).filter((name) => (places[name]!.dialect ?? dialect) === dialect);

/** Generates families. */
export const families: fc.Arbitrary<Family> = fc
  .constantFrom(...dialectNames)
  .chain((dialect) => fc.record({ dialect: fc.constant(dialect), place: fc.constantFrom(...placesByDialect(dialect)) }))
  .chain(({ dialect, place }) => {
    const pool = elements[places[place]!.language];
    const element = fc.constantFrom(...pool);
    return fc.record({
      dialect: fc.constant(dialect),
      place: fc.constant(place),
      elements: fc.oneof(
        { weight: 3, arbitrary: fc.tuple(element) },
        fc.array(element, { minLength: 2, maxLength: 3 }),
      ),
      isNested: fc.boolean(),
      last: fc.oneof(
        fc.constant(''),
        element.map(([start, end = '']) => start + end),
      ),
      isNumbered: fc.boolean(),
    });
  });
