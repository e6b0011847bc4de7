import assert from 'node:assert/strict';
import test from 'node:test';
import { Refusal } from '../../../errors.ts';

import { maxTags, normalizeHtml, stripTags } from './html.ts';

// Texts, and as the platform measures and stores them.
const rows: [string, string, string][] = [
  ['Tom & Jerry', 'Tom &amp; Jerry', 'Tom & Jerry'],
  ['a < b', 'a &lt; b', 'a < b'],
  ['&#65;&lt;b&gt;', 'A&lt;b&gt;', '&#65;&lt;b&gt;'],
  ['<p>caf&eacute;</p>', 'café', '<p>café</p>'],
  ['x\r\ny', 'x\r\ny', 'x\r\ny'],
  ['<p>Tom & Jerry</p>', 'Tom &amp; Jerry', '<p>Tom &amp; Jerry</p>'],
  [
    '<p>&copy; &hellip; &euro; &quot;q&quot; &apos; &bogus;</p>',
    '© … € "q" \' &amp;bogus;',
    '<p>© … € "q" \' &amp;bogus;</p>',
  ],
  ['Hello <script>alert(1)</script> there', 'Hello  there', 'Hello <script>alert(1)</script> there'],
  ['<script>if (a<b && c) x()</script>y', 'y', '<script>if (a<b && c) x()</script>y'],
  ['<p>One<p>Two', 'OneTwo', '<p>One</p><p>Two</p>'],
  ['<ul><li>a<li>b</ul>', 'ab', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
  ['<ol><li>a</li></ol>', 'a', '<ol><li>a</li></ol>'],
  ['<select><option>a<option>b</select>', 'ab', '<select><option>a</option>\n<option>b</option></select>'],
  ['<dl><dt>a<dd>b</dl>', 'ab', '<dl>\n<dt>a</dt>\n<dd>b</dd>\n</dl>'],
  ['<p><div>x</div></p>', 'x', '<p></p><div>x</div>'],
  ['<b><i>x</b></i>', 'x', '<b><i>x</i></b>'],
  ['x</div>y', 'xy', 'x</div>y'],
  ['a<br/>b<br />c', 'abc', 'a<br>b<br>c'],
  ['<P CLASS=A>X</P>', 'X', '<p class="A">X</p>'],
  ["<p title='a\"b'>x</p>", 'x', "<p title='a\"b'>x</p>"],
  ["<img src='a b.png' alt='x & y'>", '', '<img src="a%20b.png" alt="x &amp; y">'],
  ['<a href=\'/ä?x="y"\' name="a b">x</a>', 'x', '<a href=\'/%C3%A4?x="y"\' name="a%20b">x</a>'],
  ["<p title='a\"b&#39;c'>x</p>", 'x', '<p title="a&quot;b\'c">x</p>'],
  ['<table><tr><td>a<tr><td>b</table>', 'ab', '<table>\n<tr><td>a</td></tr>\n<tr><td>b</td></tr>\n</table>'],
  ['<input disabled>', '', '<input disabled>'],
  ['<p>a<!-- c -->b</p>', 'ab', '<p>a<!-- c -->b</p>'],
  ['<html><body><p>x</p></body></html>', 'x', '<p>x</p>'],
  ['a <b c', 'a ', 'a <b c></b>'],
  ['<<b>>', '&lt;&gt;', '&lt;<b>&gt;</b>'],
  ['5 > 3 <b>x</b>', '5 &gt; 3 x', '5 &gt; 3 <b>x</b>'],
];
for (const [text, stripped, stored] of rows) {
  test(`${JSON.stringify(text)} is stored as ${JSON.stringify(stored)}`, () => {
    assert.equal(stripTags(text), stripped);
    assert.equal(normalizeHtml(text), stored);
    assert.equal(normalizeHtml(stored), stored);
  });
}

test('elements nested in thousands of levels are measured and stored', () => {
  const html = `${'<b>'.repeat(9000)}x${'</b>'.repeat(9000)}`;
  assert.equal(stripTags(html), 'x');
  assert.equal(normalizeHtml(html), html);
});

test('an end tag without an element closes nothing', () => {
  assert.equal(normalizeHtml('<b></i>x</b>'), '<b>x</b>');
  assert.equal(normalizeHtml('<b><i></b></i><i></b>x'), '<b><i></i></b><i>x</i>');
});

test('a lone surrogate in a URL is replaced', () => {
  assert.equal(normalizeHtml('<a href="\ud800">x</a>'), '<a href="%EF%BF%BD">x</a>');
});

test('HTML with too many tags is refused', () => {
  assert.equal(stripTags('<b>'.repeat(maxTags)), '');
  assert.throws(() => stripTags('<b>'.repeat(maxTags + 1)), Refusal);
  assert.equal(stripTags('>'.repeat(maxTags + 1)).length, 4 * (maxTags + 1));
});
