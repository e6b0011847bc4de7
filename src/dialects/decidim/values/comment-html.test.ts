import assert from 'node:assert/strict';
import test from 'node:test';
import type { RequestContext } from '../../../graphql/context.ts';
import { formatComment } from './comment-html.ts';

const users = [{ id: 4, nickname: 'ada', key: null }];
const store = {
  organization: { defaultLocale: 'en' },
  find: (_: string, id: string) => users.find((user) => String(user.id) === id),
};
const context = { origin: 'http://localhost', store, behavior: {} } as unknown as RequestContext;

const link = (url: string, text = url) =>
  `<a href="${url}" target="_blank" rel="nofollow noopener noreferrer ugc">${text}</a>`;
const profile =
  '<a href="http://localhost/en/profiles/ada" data-external-link="false" target="_blank" rel="nofollow noopener noreferrer ugc">@ada</a>';

// Comments, and their HTML on the platform.
const rows: [string, string][] = [
  ['A new comment.', '<div><p>A new comment.</p></div>'],
  ['', '<div></div>'],
  ['One\nTwo', '<div><p>One\n<br />Two</p></div>'],
  ['One\n\nTwo', '<div><p>One</p><p>Two</p></div>'],
  ['Tom & "Jerry\'s" a < b &copy;', '<div><p>Tom &amp; "Jerry\'s" a &lt; b ©</p></div>'],
  ['This is **bold** and <b>this</b> is not.', '<div><p>This is bold and this is not.</p></div>'],
  ['Exactly, *that* snake_case_name', '<div><p>Exactly, _that_ snake_case_name</p></div>'],
  ['2 * 3 * 4 and \\*this\\*', '<div><p>2 * 3 * 4 and *this*</p></div>'],
  ['`a < b` [the page](https://x.org)', '<div><p>a &lt; b the page</p></div>'],
  ['[bad](javascript:x)', '<div><p>[bad](javascript:x)</p></div>'],
  ['# Title\n\nText', '<div>Title<p>Text</p></div>'],
  ['Title\n=====\nText', '<div>Title<p>Text</p></div>'],
  ['See:\n\n- lime\n- maple', '<div><p>See:</p></div>\n\n<div>lime\n<br />maple</div>'],
  ['See:\n- lime', '<div><p>See:\n<br />- lime</p></div>'],
  ['1. one\n2. two', '<div>\none\n<br />two</div>'],
  ['> quoted\n\nanswer', '<div><blockquote class="comment__quote"><p>quoted</p></blockquote><p>answer</p></div>'],
  ['<p>HTML</p><p></p>', '<div><p>HTML</p></div>'],
  ['<!-- a --> <?b?>', '<div><p>&lt;!-- a --&gt; &lt;?b?&gt;</p></div>'],
  ['    <p>code</p>', '<div>&lt;p&gt;code&lt;/p&gt;\n</div>'],
  [
    'See https://x.org/a_b, (www.y.org).',
    `<div><p>See ${link('https://x.org/a_b')}, (${link('http://www.y.org', 'www.y.org')}).</p></div>`,
  ],
  ['https://x.org/a_(b)', `<div><p>${link('https://x.org/a_(b)')}</p></div>`],
  ['Ask gid://plenum/Decidim::User/4!', `<div><p>Ask ${profile}!</p></div>`],
  ['Ask gid://plenum/Decidim::User/99!', '<div><p>Ask !</p></div>'],
];
for (const [body, html] of rows)
  test(`the comment ${JSON.stringify(body)} is ${JSON.stringify(html)}`, () =>
    assert.equal(formatComment(body, context), html));

test('long comments take little time', () => {
  const { user } = process.cpuUsage();
  assert.equal(formatComment('> '.repeat(20_000), context).match(/<blockquote/g)?.length, 16);
  for (const part of ['*a', '[', '<', '`', '_', '(https://x.org', '- a\n', '> ', '&', '\\', '<p', 'www.('])
    formatComment(part.repeat(2000), context);
  assert.ok(process.cpuUsage().user - user < 5e6);
});
