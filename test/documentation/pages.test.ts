import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import type { GraphQLObjectType } from 'graphql';
import type { DialectName } from '../../src/dialects/dialect-name.ts';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { pages, root } from './pages.ts';

const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const countOf = (pattern: RegExp, text: string): number => text.match(pattern)?.length ?? 0;

/** The anchors of the headings of a page, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

describe('every link leads to a file, and to a heading of a page', () => {
  for (const page of pages)
    test(page, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
      const broken = links.filter(([, path, anchor]) => {
        const target = path === '' ? page : join(dirname(page), path!);
        return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      });
      assert.deepEqual(
        broken.map(([link]) => link),
        [],
      );
    });
});

test('the documentation is short', () => {
  const documents = pages.filter((page) => page.startsWith('docs/'));
  const words = countOf(/\S+/g, documents.map(read).join('\n'));
  assert.ok(documents.length <= 22, `${documents.length} pages`);
  assert.ok(words <= 27_000, `${words} words`);
  assert.ok(countOf(/\n/g, read('README.md')) <= 110);
  assert.ok(countOf(/\]\(/g, read('README.md')) <= 22);
  assert.ok(countOf(/\n/g, read('CONTRIBUTING.md')) <= 90);
});

test('the examples ask for this version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const ranges = readdirSync(join(root, 'examples'), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const { dependencies, devDependencies } = JSON.parse(read(join('examples', entry.name, 'package.json'))) as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    return { ...dependencies, ...devDependencies }['plenum'] ?? [];
  });
  assert.ok(ranges.length > 3);
  assert.deepEqual(new Set(ranges), new Set([`^${version}`]));
});

test('README says which dialect has which operation', async () => {
  const rows = [...read('README.md').matchAll(/^\| (.+?) +\|((?: (?:yes|no) +\|){5})$/gm)].map(
    ([, operation, cells]) =>
      [
        operation,
        cells!
          .split('|')
          .map((cell) => cell.trim())
          .filter(Boolean),
      ] as const,
  );
  const columns: DialectName[][] = [
    ['specification'],
    ['decidim-0.29', 'decidim-0.30'],
    ['decidim-0.31'],
    ['decidim-0.32'],
    ['decidim-develop'],
  ];
  const fields: Record<string, [type: string, field: string]> = {
    'answer a proposal': ['ProposalMutation', 'answer'],
    'create a meeting': ['MeetingsMutation', 'createMeeting'],
    'update a meeting': ['MeetingMutation', 'update'],
    'create a result': ['AccountabilityMutation', 'createResult'],
    'sign in with API users': ['Mutation', 'component'],
  };
  assert.deepEqual(
    rows.map(([operation]) => operation),
    Object.keys(fields),
  );
  for (const [operation, cells] of rows)
    for (const [index, names] of columns.entries())
      for (const name of names) {
        const schema = (await loadServerDialect(name)).createSchema('empty');
        const [type, field] = fields[operation!]!;
        const has = (schema.getType(type) as GraphQLObjectType | undefined)?.getFields()[field] !== undefined;
        assert.equal(cells[index], has ? 'yes' : 'no', `${operation}, ${name}`);
      }
});
