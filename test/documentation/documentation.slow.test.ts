import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import type { DialectName } from '../../src/dialects/dialects.ts';
import { createStandIn } from '../../src/index.ts';
import { readContractSdl } from '../../src/graphql/schema.ts';
import { pages, root } from './pages.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { installation, plenumArgs, startProcess } from '../support/process.ts';

interface Block {
  language: string;
  code: string;
  line: number;
  /** Why the block is not run, from the comment above it. */
  reason: string | undefined;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8');
  const fence = /(?:<!-- not run: (?<reason>[^>]+) -->\n\n)?^```(?<language>\w*)\n(?<code>.*?)^```$/gms;
  return [...text.matchAll(fence)].map(({ groups, index }) => ({
    language: groups!['language']!,
    code: groups!['code']!,
    line: text.slice(0, index).split('\n').length,
    reason: groups!['reason'],
  }));
}

/** A folder with `npx` and `plenum` that run this checkout, as they would run the installed package. */
function installedCommands(t: TestContext): string {
  const folder = createTemporaryFolder(t);
  const plenum = `exec ${[process.execPath, ...plenumArgs].map((each) => `'${each}'`).join(' ')} "$@"`;
  writeFileSync(join(folder, 'plenum'), `#!/bin/sh\n${plenum}\n`);
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\n[ "$1" = plenum ] && shift && ${plenum}\nexit 127\n`);
  for (const name of ['plenum', 'npx']) chmodSync(join(folder, name), 0o755);
  return folder;
}

const schema = buildSchema(readContractSdl());
const address = /http:\/\/(?:localhost|127\.0\.0\.1):4000(?=\/(?:api|__admin))/g;
const entries: Record<string, string> = {
  plenum: 'src/index',
  'plenum/conformance': 'conformance/index',
  'plenum/node-test': 'src/testing/node-test',
};

/** A program as it runs with the tested installation: the entries of the package are files here. */
const withEntries = (code: string): string =>
  code.replace(/from '(plenum(?:\/([\w-]+))?)'/g, (_, name: string) => {
    const source = join(installation.folder, `${entries[name]}.ts`);
    return `from '${existsSync(source) ? source : source.replace(/ts$/, 'js')}'`;
  });

async function startStandIn(t: TestContext, dialect: DialectName): Promise<string> {
  const standIn = await createStandIn({ dialect });
  t.after(() => standIn.close());
  return standIn.url;
}

/** Runs the blocks of one page in their order; requests go to one server of a dialect with a fresh demo world. */
async function runPage(t: TestContext, page: string, dialect: DialectName = 'specification'): Promise<void> {
  let url: string | undefined;
  const commands = installedCommands(t);
  const folder = createTemporaryFolder(t);
  let output = '';
  for (const [index, { language, code, line, reason }] of blocksOf(page).entries()) {
    const isRequest = code.search(address) !== -1;
    if (reason !== undefined || language === '' || language === 'mermaid') continue;
    if (dialect !== 'specification' && language !== 'json' && !isRequest) continue;
    await t.test(`${page}:${line} (${language})`, async (each) => {
      if (language === 'json') {
        const expected = JSON.parse(code) as unknown;
        const previous = blocksOf(page)[index - 1];
        // A JSON block right after a request is its response.
        if (previous?.code.includes('curl') && previous.reason === undefined)
          assert.deepEqual(JSON.parse(output), expected);
        return;
      }
      if (language === 'graphql') {
        assert.deepEqual(validate(schema, parse(code)), []);
        return;
      }
      if (isRequest) url ??= await startStandIn(t, dialect);
      const text = code.replaceAll(address, () => url!.replace(/\/api$/, ''));
      if (language === 'sh') {
        const environment = { PATH: `${commands}:${process.env['PATH']}` };
        const result = await startProcess(each, 'bash', ['-euc', text], environment).result;
        assert.equal(result.code, 0, result.stderr + result.stdout);
        output = result.stdout;
        return;
      }
      assert.ok(['js', 'ts'].includes(language), `no rule for blocks in ${language}`);
      const file = join(folder, `block-${line}.${language === 'js' ? 'mjs' : 'mts'}`);
      writeFileSync(file, withEntries(text));
      // Here, the modules of the package are loaded already. A runner of tests needs a process of its own.
      if (!text.includes('plenum/node-test')) return void (await import(pathToFileURL(file).href));
      const tsx = join(root, 'node_modules/tsx/dist/esm/index.mjs');
      const result = await startProcess(each, process.execPath, ['--import', tsx, file]).result;
      assert.equal(result.code, 0, result.stderr + result.stdout);
    });
  }
}

describe('documentation', { concurrency: 2, timeout: 900_000 }, () => {
  test('every page is found', () => {
    for (const page of ['README.md', 'docs/README.md', 'docs/reference/dialects.md', 'examples/README.md'])
      assert.ok(pages.includes(page), page);
  });

  test('README.md: every request has the same response from the next Decidim', (t) =>
    runPage(t, 'README.md', 'decidim-develop'));

  for (const page of pages) {
    if (blocksOf(page).some(({ reason, language }) => reason === undefined && language !== ''))
      test(`${page}: every block runs`, (t) => runPage(t, page));
  }
});
