import assert from 'node:assert/strict';
import test from 'node:test';
import { checkPattern, findDifferences } from './match.ts';

const unsigned = (claims: string) => `e30.${Buffer.from(claims).toString('base64url')}`;

for (const [pattern, matching, different] of [
  [1, [1], ['1', 2, null, undefined]],
  [null, [null], [undefined, 0, '', {}]],
  [{ a: 1 }, [{ a: 1 }], [{}, { a: 2 }, { a: 1, b: 2 }, [1], null, 'a']],
  [{ a: undefined }, [{ a: undefined }], [{}]],
  [[1, 2], [[1, 2]], [[2, 1], [1], [1, 2, 3], { 0: 1, 1: 2, length: 2 }]],
  [{ $is: 'id' }, ['5'], [5, 'x', '', null, undefined]],
  [{ $is: 'date-time' }, ['2027-03-12T18:00:00+00:00'], ['2027-03-12T18:00:00Z', 'soon', 1, null]],
  [{ $text: '^@' }, ['@a'], ['a', 1, null]],
  [{ $money: 1234.5 }, ['€ 1,234.50', '1.234,50 €'], ['€ 1,234.51', '€ 1234.50', '1,234.50', 1234.5, null, undefined]],
  [
    { $time: '2031-03-12T18:00:00Z' },
    ['2031-03-12T18:00:00+00:00', '2031-03-12T19:00:00+01:00'],
    ['2031-03-12T18:00:00+01:00', '2031-03-12T18:00:00Z', 'soon', null, undefined],
  ],
  [{ $not: '5' }, ['6', null], ['5', undefined]],
  [{ $set: [{ a: 1 }, 2] }, [[2, { a: 1 }]], [[2], [2, 2], [{ a: 1 }, 2, 2], null]],
  [
    { $set: [{ $is: 'text' }, 'a'] },
    [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'a'],
    ],
    [
      ['b', 'c'],
      ['a', 1],
    ],
  ],
  [{ $set: [{ $is: 'text' }, { $not: 'b' }, 'a'] }, [['a', 'b', 'c']], [['b', 'b', 'a']]],
  [{ $some: { a: 1 } }, [[0, { a: 1 }]], [[], [{ a: 2 }], null]],
  [
    { $jwt: { a: { $is: 'id' } } },
    [`${unsigned('{"a":"5","b":1}')}.s`],
    [
      `${unsigned('{"b":"5"}')}.s`,
      `${unsigned('{"a":5}')}.s`,
      `${unsigned('not JSON')}.s`,
      unsigned('{"a":"5"}'),
      '',
      null,
    ],
  ],
  [{ $none: { a: 1 } }, [[], [{ a: 2 }]], [[{ a: 1 }], null, undefined]],
] as [unknown, unknown[], unknown[]][]) {
  test(`matches ${JSON.stringify(pattern)} and nothing else`, () => {
    for (const value of matching) assert.deepEqual(findDifferences(pattern, value), []);
    for (const value of different) assert.notEqual(findDifferences(pattern, value).length, 0, JSON.stringify(value));
  });
}

test('a difference has the path of the value', () => {
  assert.deepEqual(findDifferences({ a: [{ b: 1 }] }, { a: [{ b: 2, c: 3 }] }), [
    { path: 'a.0.b', expected: 1, actual: 2 },
    { path: 'a.0.c', expected: undefined, actual: 3 },
  ]);
});

for (const [pattern, ...problems] of [
  [{ a: [{ $is: 'id' }], $locale: { $text: '^/${made}$' } }],
  [{ a: [{ $is: 'idd' }] }, /^a\.0\.\$is: expected one of object, id, text, .*, not "idd"$/],
  [{ $text: '(' }, /^\$text: expected a regular expression, not "\("$/],
  [{ $text: 'a', $not: 'b' }, /expected no member beside \$text/, /expected no member beside \$not/],
  [
    { a: { $iss: 'id' } },
    /^a\.\$iss: there is no operator \$iss\. Did you mean \$is\? The operators are \$is, \$text, /,
  ],
  [{ $time: 'soon' }, /expected a time such as 2031-03-12T18:00:00Z, not "soon"/],
  [{ $set: 'a' }, /expected a list of patterns/],
] as [unknown, ...RegExp[]][])
  test(`${problems.length > 0 ? 'reports' : 'accepts'} ${JSON.stringify(pattern)}`, () => {
    const found: string[] = [];
    checkPattern(pattern, ['locale'], (path, message) => found.push(`${path.join('.')}: ${message}`));
    assert.equal(found.length, problems.length, found.join('\n'));
    for (const [index, problem] of problems.entries()) assert.match(found[index]!, problem);
  });
