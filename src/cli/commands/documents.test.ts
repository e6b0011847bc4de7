import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { captureCommand } from '../../../test/support/process.ts';
import { parseXml } from '../../../test/support/xml.ts';
import { documentsCommand } from './documents.ts';

const page = `query Page {
  component(id: 1) {
    ... on Proposals { proposals { nodes { endorsementsCount } } }
  }
}
`;

/** A client with a document, and the command in a process that is at another place. */
function createClient(t: TestContext, files: Record<string, string> = { 'page.graphql': page }) {
  const folder = createTemporaryFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const run = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
    captureCommand(documentsCommand, [folder, ...args], { environment });
  return { folder, run, file: (name: string) => join(relative('.', folder), name) };
}

const releases = ['--dialect', 'decidim-0.30,decidim-0.31'];
const fieldIsGone = "Field 'endorsementsCount' doesn't exist on type 'Proposal'";
const hint = '`endorsementsCount` was renamed to `likesCount` in decidim-0.31';

test('a refused document ends with 1, and the terminal shows the table, the texts, the hint and the count', async (t) => {
  const { run, file } = createClient(t);
  const { code, output } = await run(releases);
  assert.equal(code, 1);
  const place = `${file('page.graphql')}:1`;
  assert.deepEqual(output.trimEnd().split('\n'), [
    `✘ ${place} Page: refused by decidim-0.31`,
    `  ${fieldIsGone}`,
    `  ${hint}`,
    '',
    `${'document'.padEnd(place.length + 5)}  0.30      0.31`,
    `${place} Page  accepted  refused`,
    '',
    '✘ 1 document against 2 targets: 1 accepted, 1 refused.',
  ]);
});

test('accepted and affected documents end with 0', async (t) => {
  const { run } = createClient(t, { 'a.graphql': '{ organization { stats { value } } }' });
  const { code, output } = await run(releases);
  assert.equal(code, 0);
  assert.match(
    output,
    /^! .*a\.graphql:1 \(anonymous\): affected in decidim-0\.30\n {2}Organization\.stats lists other statistics/,
  );
  assert.match(output, / affected {2}accepted$/m);
});

test('without flags, every release of Decidim judges', async (t) => {
  const { output } = await createClient(t).run([]);
  for (const name of ['0.29', '0.30', '0.31', '0.32', 'develop']) assert.match(output, new RegExp(`\\b${name}\\b`));
});

test('a schema of a town judges alone, with the limits of the platform', async (t) => {
  const { run, folder } = createClient(t, {
    'a.graphql': '{ a }',
    'b.graphql': `{ ${Array.from({ length: 6 }, (_, index) => `a${index}: a`).join(' ')} }`,
  });
  const schema = join(createTemporaryFolder(t), 'town.graphql');
  writeFileSync(schema, 'type Query { a: Int @deprecated(reason: "Use b") }');
  const { code, output } = await run(['--dialect', schema, '--out', join(folder, 'out')]);
  assert.equal(code, 1);
  assert.match(output, /Query\.a is deprecated: Use b/);
  const report = readReport(join(folder, 'out'));
  assert.deepEqual(
    report.documents.map(({ verdicts }) => Object.keys(verdicts)),
    [[schema], [schema]],
  );
  assert.match(report.documents[1]!.verdicts[schema]!.messages[0]!, /^Too many aliases used/);
});

interface ReportFile {
  documents: { verdicts: Record<string, { verdict: string; messages: string[] }> }[];
  notReadable: object[];
  counts: Record<string, number>;
  usage?: object[];
}
const readReport = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as ReportFile;

test('--out writes JSON, JUnit, Markdown and HTML', async (t) => {
  const { run, folder, file } = createClient(t, { 'page.graphql': page, 'wrong.ts': 'gql`{ ${a} }`' });
  const out = join(folder, 'out');
  const { output } = await run([...releases, '--out', out]);
  assert.ok(
    output.includes(`  not readable: ${file('wrong.ts')}:1:9 the document is put together at run time\n`),
    output,
  );
  const { documents, notReadable, counts, usage } = readReport(out);
  assert.deepEqual([counts['failed'], counts['could not run'], usage], [1, 1, undefined]);
  assert.deepEqual(
    { documents, notReadable },
    {
      documents: [
        {
          file: file('page.graphql'),
          line: 1,
          name: 'Page',
          kind: 'query',
          verdicts: {
            'decidim-0.30': { verdict: 'accepted', messages: [] },
            'decidim-0.31': { verdict: 'refused', messages: [fieldIsGone, hint] },
          },
        },
      ],
      notReadable: [
        {
          file: file('wrong.ts'),
          line: 1,
          reason: `${file('wrong.ts')}:1:9 the document is put together at run time`,
        },
      ],
    },
  );
  const find = parseXml(readFileSync(join(out, 'junit.xml'), 'utf8'));
  assert.deepEqual(
    find('testsuite').map((each) => ['name', 'tests', 'failures', 'skipped'].map((name) => each.getAttribute(name))),
    [
      ['decidim-0.30', '1', '0', '0'],
      ['decidim-0.31', '1', '1', '0'],
      ['not readable', '1', '0', '1'],
    ],
  );
  assert.equal(find('failure')[0]!.getAttribute('message'), fieldIsGone);
  const markdown = readFileSync(join(out, 'summary.md'), 'utf8');
  assert.ok(markdown.includes('| accepted | refused |'), markdown);
  assert.ok(markdown.includes(`\`${fieldIsGone}\``), markdown);
  const html = readFileSync(join(out, 'report.html'), 'utf8');
  assert.ok(html.includes('Field &#39;endorsementsCount&#39; doesn'), html);
});

test('a text of a schema cannot end the markup of a report', async (t) => {
  const { run, folder } = createClient(t, { 'a.graphql': '{ a }' });
  const schema = join(createTemporaryFolder(t), 'town.graphql');
  writeFileSync(schema, 'type Query { a: Int @deprecated(reason: "]]></script><b>\\u001b[2J|`") }');
  const out = join(folder, 'out');
  const { output } = await run(['--dialect', schema, '--out', out]);
  assert.ok(!output.includes('\u001b'));
  assert.doesNotMatch(readFileSync(join(out, 'report.html'), 'utf8'), /<b>\\u|\]><\/script>/);
  assert.doesNotThrow(() => parseXml(readFileSync(join(out, 'junit.xml'), 'utf8')));
});

test('waivers excuse refusals by document and release, wherever they are in the file; --write-waivers writes them', async (t) => {
  const { run, folder, file } = createClient(t, { 'page.graphql': page, 'wrong.graphql': '{ a' });
  const known = join(folder, 'known.json');
  const waived = ['--waivers', known];
  assert.equal((await run([...releases, '--write-waivers', known])).code, 1);
  const ids = (JSON.parse(readFileSync(known, 'utf8')) as { id: string; target?: string }[]).map((each) => each.id);
  assert.deepEqual(ids, [`decidim-0.31/${file('page.graphql')}#Page`, file('wrong.graphql')]);
  writeFileSync(join(folder, 'page.graphql'), `# Moved down\n${page}`);
  const { code, output } = await run([...releases, ...waived]);
  assert.equal(code, 0);
  assert.ok(output.includes(`  ${ids[0]} is waived: ${fieldIsGone}`), output);
  assert.match(output, /accepted {2}waived$/m);
  assert.equal((await run(['--dialect', 'decidim-0.32', ...waived])).code, 1, 'another release');
  await assert.rejects(
    run([...releases, '--write-waivers', known]),
    isCommandError(2, 'exists: nothing is overwritten'),
  );
});

test('--usage lists the parts of the schema with their places, and where they are deprecated or gone', async (t) => {
  const { run, folder, file } = createClient(t);
  const { output } = await run([...releases, '--usage', '--out', join(folder, 'out')]);
  assert.ok(output.includes(`Proposal.endorsementsCount (not in decidim-0.31): ${file('page.graphql')}:3`), output);
  const { usage } = readReport(join(folder, 'out'));
  assert.deepEqual(
    usage!.find((each) => 'coordinate' in each && each.coordinate === 'Proposal.endorsementsCount'),
    {
      coordinate: 'Proposal.endorsementsCount',
      places: [{ file: file('page.graphql'), line: 3 }],
      deprecated: [],
      gone: ['decidim-0.31'],
    },
  );
});

test('GitHub gets an annotation about a refused document, and the summary', async (t) => {
  const { run, folder, file } = createClient(t, { 'a.graphql': `# First\n${page}` });
  const summary = join(folder, 'summary.md');
  const { output } = await run(releases, { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary });
  // A file outside of the checkout has no place.
  assert.ok(file('a.graphql').startsWith('..'));
  assert.ok(
    output.includes(
      `::error title=Documents%3A decidim-0.31/${file('a.graphql')}#Page::${file('a.graphql')}:2 Page: refused by decidim-0.31: ${fieldIsGone} ${hint}`,
    ),
    output,
  );
  assert.ok(existsSync(summary));
});

const wrong: [args: string[], problem: RegExp][] = [
  [['--dialect', 'decidim-9'], /unknown dialect decidim-9\..* The dialects are specification, decidim-0\.29/],
  [['--dialect', 'nowhere.graphql'], /unknown dialect nowhere\.graphql/],
  [['--waivers', 'nowhere.json'], /nowhere\.json cannot be read/],
  [['--rate', '1/s'], /--rate is for --url/],
  [['--url', 'ftp://town'], /--url .* must be an http or https URL/],
];
for (const [args, problem] of wrong)
  test(`${args.join(' ')} is refused`, async (t) => {
    await assert.rejects(createClient(t).run(args), isCommandError(2, problem));
  });

test('no document ends with 2', async (t) => {
  const { run, folder } = createClient(t, { 'a.ts': 'const a = 1;' });
  await assert.rejects(run([]), isCommandError(2, `there is no document in ${folder}`));
});
