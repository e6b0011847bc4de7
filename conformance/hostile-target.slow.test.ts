import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../test/support/folders.ts';
import {
  type HostileRequest,
  type HostileResponse,
  demoTokens,
  isPreflight,
  startHostileTarget,
} from '../test/support/upstream-server.ts';
import { type Report, runConformance, writeReports } from './index.ts';
import { Ledger } from './ledger.ts';
import { githubAnnotations } from './reports/markdown.ts';
import { terminalReport } from './reports/terminal.ts';

const timeoutMs = 20_000;

/** Runs cases on a hostile target, and returns the report and every text that leaves the run. */
async function runOn(
  t: TestContext,
  respond: (request: HostileRequest) => HostileResponse | Promise<HostileResponse>,
  {
    only = 'answer/accepted',
    dialect = 'specification',
    tokens = {},
    environment = demoTokens,
    timeoutMs: limit = timeoutMs,
  } = {},
) {
  const target = await startHostileTarget(t, respond, { dialect, tokens });
  const folder = createTemporaryFolder(t);
  const ledgerFile = join(folder, 'ledger');
  const notices: string[] = [];
  const options = { url: target.url, dialect, environment, timeoutMs: limit };
  const onNotice = (text: string) => notices.push(text);
  const report = await runConformance({ ...options, mode: 'write', only, ledgerFile, onNotice });
  const texts = outputsOf(folder, report);
  texts.set('notices', notices.join('\n'));
  return { ...target, options, report, texts, ledger: () => new Ledger(ledgerFile), ledgerFile };
}

function outputsOf(folder: string, report: Report): Map<string, string> {
  const files = [...writeReports(join(folder, 'reports'), report), report.ledgerFile!];
  const texts = new Map<string, string>();
  for (const file of files) {
    try {
      texts.set(basename(file), readFileSync(file, 'utf8'));
    } catch {
      // A ledger without writes is not created.
    }
  }
  texts.set('annotations', githubAnnotations(report).join('\n'));
  return texts.set('terminal', terminalReport(report));
}

/** Whether a request reads the answer that the next mutation overwrites. */
const readsAnswer = ({ body }: Pick<HostileRequest, 'body'>): boolean => /"query":"query.*executionPeriod/.test(body);

const isAcceptance = ({ body }: HostileRequest): boolean => body.includes('mutation') && body.includes('accepted');

const firstDifference = ({ results }: Report) => results[0]!.exchanges.at(-1)!.differences[0]!;

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const manyMembers = Array.from({ length: 200_000 }, (_, index) => `"m${index}":${index}`).join(',');
const hostileBodies: [name: string, body: string, expected: { path: string; actual?: string | RegExp }][] = [
  [
    'JSON nested 100,000 levels deep',
    `{"data":${deep(100_000)}}`,
    { path: 'response', actual: 'the response is nested deeper than 100 levels' },
  ],
  [
    'a member twice',
    '{"data":null,"data":{}}',
    { path: 'response', actual: 'the response has two members "data" in one object' },
  ],
  [
    'members of Object.prototype',
    '{"data":{"__proto__":{"a":1},"constructor":1,"toString":null}}',
    { path: 'data.component' },
  ],
  [
    'a member __proto__ beside the others',
    '{"__proto__":{"errors":1},"data":{"component":{"proposal":null}}}',
    { path: 'data.component.proposal' },
  ],
  ['a text for the data', JSON.stringify({ data: 'x'.repeat(2_000_000) }), { path: 'data', actual: /^"x+…$/ }],
  ['200,000 members', `{"data":{${manyMembers}}}`, { path: 'data.component' }],
  ['200,000 errors', `{"data":null,"errors":[${'{},'.repeat(200_000)}1]}`, { path: 'errors', actual: /^\[\{\},.*…$/ }],
  ['errors of no type', '{"data":null,"errors":[null,1,"",[],{"path":5,"extensions":7}]}', { path: 'errors' }],
  ['errors that are an object', '{"data":null,"errors":{"length":1e9}}', { path: 'errors' }],
  ['a list', '[]', { path: 'body' }],
  ['null', 'null', { path: 'body' }],
];
for (const [name, body, expected] of hostileBodies)
  test(`reports a difference if the target sends: ${name}`, async (t) => {
    const { report, texts } = await runOn(t, (request) =>
      isPreflight(request) || readsAnswer(request) ? undefined : body,
    );
    assert.equal(report.verdict, 'not conformant');
    const { path, actual } = firstDifference(report);
    assert.equal(path, expected.path);
    if (typeof expected.actual === 'string') assert.equal(actual, expected.actual);
    else if (expected.actual) assert.match(String(actual), expected.actual);
    for (const [file, text] of texts) assert.ok(text.length < 1_000_000, `${file} has ${text.length} characters`);
    assert.ok(report.results[0]!.exchanges[0]!.differences.length <= 51);
  });

test('reports a difference if the listed attributes of an error have another form', async (t) => {
  for (const errors of [5, [null], [{}], [{ path: 'title' }]]) {
    const { report } = await runOn(
      t,
      (request) =>
        isPreflight(request) || readsAnswer(request)
          ? undefined
          : JSON.stringify({
              data: { component: { proposal: { answer: null } } },
              errors: [
                {
                  message: errors,
                  path: ['component', 'proposal', 'answer'],
                  extensions: { code: 'ATTRIBUTE_VALIDATION_ERROR', errors },
                },
              ],
            }),
      { only: 'answer/content-blank' },
    );
    assert.equal(firstDifference(report).path, 'errors.0: invalid attributes');
  }
});

test('a long response to a mutation does not hide that it wrote', async (t) => {
  const { report, ledger, send } = await runOn(
    t,
    async (request) => {
      if (!isAcceptance(request)) return undefined;
      await request.forward();
      return ' '.repeat(10_000_001);
    },
    { dialect: 'decidim-0.32' },
  );
  assert.deepEqual(firstDifference(report), {
    path: 'response',
    expected: 'a GraphQL response',
    actual: 'the response is longer than 10 MB',
  });
  assert.deepEqual([report.leftovers, report.cleanUpFailures, ledger().openEntries], [[], [], []]);
  const { data } = await send('{ component(id: 1) { ... on Proposals { proposal(id: 1) { state } } } }');
  assert.equal(data.component.proposal.state, null);
});

test('undoes a mutation that succeeds after the time limit', async (t) => {
  const { report, ledger, send } = await runOn(
    t,
    async (request) => {
      if (!isAcceptance(request)) return undefined;
      const { text } = await request.forward();
      return (response) => void setTimeout(() => response.end(text), 3000);
    },
    { dialect: 'decidim-0.32', timeoutMs: 2000 },
  );
  const [result] = report.results;
  assert.deepEqual(
    [result!.outcome, result!.reason],
    ['could not run', `${report.target.url} did not respond: no complete response within 2000 ms`],
  );
  assert.deepEqual([report.leftovers, report.cleanUpFailures, ledger().openEntries], [[], [], []]);
  const { data } = await send('{ component(id: 1) { ... on Proposals { proposal(id: 1) { state } } } }');
  assert.equal(data.component.proposal.state, null);
});

test('lists a meeting whose creation succeeds after the time limit', async (t) => {
  const { report, store } = await runOn(
    t,
    async (request) => {
      if (!request.body.includes('mutation')) return undefined;
      await request.forward();
      return () => {};
    },
    { only: 'create-meeting/title', timeoutMs: 1000 },
  );
  assert.ok(store.all('meetings').some(({ id }) => id > 4));
  assert.ok(report.leftovers.includes('meeting of unknown id in component 2'));
});

for (const [name, id] of [
  ['an object', { toString: 5 }],
  ['a long text', 'x'.repeat(1000)],
  ['a list', ['1']],
] as const)
  test(`does not use the id of a created record if it is ${name}`, async (t) => {
    const { report } = await runOn(
      t,
      ({ body }) =>
        body.includes('createMeeting(')
          ? JSON.stringify({ data: { component: { createMeeting: { plenumLedgerId: id } } } })
          : undefined,
      { only: 'create-meeting/title' },
    );
    assert.ok(report.leftovers.includes('meeting of unknown id in component 2'), report.leftovers.join('\n'));
  });

test('a stored answer of another form is not restored', async (t) => {
  for (const answer of [
    { state: 1, cost: null, answer: null, costReport: null, executionPeriod: null },
    { state: 'accepted', cost: 5, answer: null, costReport: null, executionPeriod: null },
    { state: 'accepted', cost: null, answer: {}, costReport: null, executionPeriod: null },
    { state: 'accepted', cost: null, answer: { translations: [null] }, costReport: null, executionPeriod: null },
    'an answer',
  ]) {
    const { report } = await runOn(t, ({ body }) =>
      readsAnswer({ body }) ? JSON.stringify({ data: { component: { proposal: answer } } }) : undefined,
    );
    assert.deepEqual(report.leftovers, ['the answer of proposal 1 in component 1']);
  }
});

test('shows where a redirect leads, and sends nothing there', async (t) => {
  const received: unknown[] = [];
  const elsewhere = await startHostileTarget(t, ({ token }) => {
    received.push(token);
    return '{"data":{}}';
  });
  const { report, texts } = await runOn(t, (request) =>
    isPreflight(request) || readsAnswer(request)
      ? undefined
      : (response) => void response.writeHead(307, { Location: `${elsewhere.url}/stolen` }).end(),
  );
  assert.deepEqual(received, []);
  assert.deepEqual(firstDifference(report), {
    path: 'status',
    expected: [200],
    actual: `status 307, a redirect to ${elsewhere.url}/stolen that is not followed`,
  });
  for (const name of ['report.html', 'report.json', 'junit.xml', 'summary.md'])
    assert.ok(texts.get(name)!.includes(`redirect to ${elsewhere.url}/stolen`), name);
});

for (const [name, megabytes] of [
  ['a body of 50 MB', 50],
  ['an endless stream', Infinity],
] as const)
  test(`reports a difference if the target sends ${name}`, async (t) => {
    const megabyte = Buffer.alloc(1_000_000, ' ');
    let sent = 0;
    const { report, texts } = await runOn(t, (request) => {
      if (isPreflight(request) || readsAnswer(request)) return undefined;
      return (response) => {
        sent = 0;
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const write = () => {
          while (sent < megabytes && !response.destroyed) {
            sent += 1;
            if (!response.write(megabyte)) return void response.once('drain', write);
          }
          response.end();
        };
        write();
      };
    });
    assert.equal(firstDifference(report).actual, 'the response is longer than 10 MB');
    assert.ok(sent < 50, `${sent} MB were sent`);
    for (const [file, text] of texts) assert.ok(text.length < 100_000, `${file} has ${text.length} characters`);
  });

test('names a redirect of the whole deployment', async (t) => {
  const { url } = await startHostileTarget(
    t,
    () => (response) => void response.writeHead(301, { Location: 'https://town.example/\u00e9' }).end(),
  );
  await assert.rejects(
    runConformance({ url, environment: demoTokens, mode: 'observe' }),
    isCommandError(4, 'status 301, a redirect to https://town.example/'),
  );
});

// What a target can send to control a terminal, a page or a reader.
const escapes = {
  'an escape sequence': '\u001b[2J\u001b]0;owned\u0007',
  'a control character of C1': '\u009b2J',
  'a mark of direction': '\u202e\u2066\u200f\u061c',
  'an invisible character': '\u200b\ufeff\u{e0041}',
  'a line separator': '\u2028\u2029',
  'a line break': '\r\n✔ Conformant: all passed.\n::error::owned\n',
  'what XML does not allow': '\u0000\ufffe\uffff\ud800',
};
const raw =
  // oxlint-disable-next-line no-control-regex -- finds what must not be there
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\u061c\ufeff\ufffe\uffff\ud800]|\u{e0041}/u;

for (const [name, text] of Object.entries(escapes))
  test(`no output contains ${name} as it is`, async (t) => {
    const markup = `${text}<script>owned()</script> [a](https://owned.example) @owned | \`\`\` </pre>`;
    const { texts, ledgerFile } = await runOn(t, async (request) => {
      if (isPreflight(request)) return undefined;
      if (readsAnswer(request)) {
        const field = { translations: [{ locale: markup, text: markup }] };
        const proposal = { state: markup, cost: null, answer: field, costReport: field, executionPeriod: field };
        return JSON.stringify({ data: { component: { proposal } } });
      }
      return JSON.stringify({
        data: { component: { proposal: { answer: null, [markup]: markup } } },
        errors: [{ message: markup, path: [markup], extensions: { code: markup } }],
      });
    });
    texts.set('ledger', readFileSync(ledgerFile, 'utf8'));
    assert.equal(texts.size, 8);
    for (const [file, output] of texts) {
      assert.doesNotMatch(output, raw, `${file} contains ${JSON.stringify(raw.exec(output)?.[0])}`);
      // In HTML and XML, line breaks are text.
      if (/html|xml/.test(file)) continue;
      if (file === 'annotations') {
        assert.match(output, /^(::error file=[^\n]+\n?)+$/);
        continue;
      }
      assert.doesNotMatch(output, /[\r\t]|^ *✔|^ *::error/m, file);
    }
    assert.ok(!texts.get('report.html')!.includes('<script>owned'));
    assert.ok(!texts.get('junit.xml')!.includes('<script>owned'));
    const summary = texts.get('summary.md')!;
    const outsideOfCode = summary
      .replaceAll(/^(```+)sh$[^]*?^\1$/gm, '')
      .replaceAll(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
    assert.doesNotMatch(outsideOfCode, /owned/);
  });

const secrets = {
  PLENUM_ADMIN_TOKEN: 'aK9/fT+2xQ.admin_of-the-town~7731',
  PLENUM_MEMBER_TOKEN: 'mB3/hW+8zR.member_of-the-town~1129',
  PLENUM_OTHER_TOKEN: 'oC5/jY+4vP.other_of-the-town~5532',
};
const tokens = {
  [secrets.PLENUM_ADMIN_TOKEN]: 'admin-token',
  [secrets.PLENUM_MEMBER_TOKEN]: 'member-token',
  [secrets.PLENUM_OTHER_TOKEN]: 'other-token',
};
const echo = (text: string): string => `your token is "${text}"`;
// The tests of the redactor have more forms.
const forms: Record<string, (secret: string) => string> = {
  'as it is': (secret) => secret,
  'a beginning of 12 characters': (secret) => secret.slice(0, 12),
  'base64url of a key and the secret': (secret) => Buffer.from(`key:${secret}`).toString('base64url'),
};
for (const [name, encode] of Object.entries(forms))
  test(`no output contains a token in this form: ${name}`, async (t) => {
    const { texts, ledgerFile } = await runOn(
      t,
      (request) => {
        const { token, body } = request;
        if (isPreflight(request)) return undefined;
        if (readsAnswer({ body })) {
          const field = { translations: [{ locale: 'en', text: echo(encode(token)) }] };
          const proposal = { state: 'rejected', cost: null, answer: field, costReport: null, executionPeriod: null };
          return JSON.stringify({ data: { component: { proposal } } });
        }
        const echoed = echo(encode(token || secrets.PLENUM_ADMIN_TOKEN));
        return JSON.stringify({
          data: { component: { proposal: { answer: { [echoed]: echoed, state: 'accepted' } } } },
          errors: [{ message: echoed, path: [echoed], extensions: { code: echoed } }],
        });
      },
      { tokens, environment: secrets, only: 'answer/a' },
    );
    texts.set('ledger', readFileSync(ledgerFile, 'utf8'));
    assert.equal(texts.size, 8);
    for (const [file, output] of texts)
      for (const secret of Object.values(secrets)) {
        const encoded = encode(secret);
        // The first and last characters in base64 also contain bits of the text around it.
        const trace = encoded.slice(name.startsWith('base64url') ? -30 : 0, -2);
        assert.ok(!output.includes(trace), `${file} contains ${trace}`);
      }
  });

test('stops before the first case if a component is of no type', async (t) => {
  for (const type of [{ toString: 5 }, 5, ['Proposals'], null])
    await assert.rejects(
      runOn(t, ({ body }) =>
        body.includes('type: __typename') ? JSON.stringify({ data: { component: { type } } }) : undefined,
      ),
      isCommandError(2, /: proposals: 1 is a component of the type .*, not Proposals/),
    );
});

test('an error about a component does not contain a token', async (t) => {
  for (const [name, encode] of Object.entries(forms)) {
    const type = echo(encode(secrets.PLENUM_MEMBER_TOKEN));
    await assert.rejects(
      runOn(
        t,
        ({ body }) =>
          body.includes('type: __typename') ? JSON.stringify({ data: { component: { type } } }) : undefined,
        { tokens, environment: secrets },
      ),
      (error: Error) =>
        isCommandError(2, /is a component of the type your token is/)(error) && !error.message.includes(type),
      name,
    );
  }
});

test('an error does not contain a token that cannot be sent', async (t) => {
  const { url } = await startHostileTarget(t, () => undefined);
  const environment = { ...demoTokens, PLENUM_ADMIN_TOKEN: 'a-secret-\n-token' };
  await assert.rejects(
    runConformance({ url, environment, mode: 'observe' }),
    (error: Error) => isCommandError(4, 'PLENUM_ADMIN_TOKEN')(error) && !/secret/.test(error.message),
  );
});
