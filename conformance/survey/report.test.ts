import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { sampleCapabilities, sampleHistories, sampleReport } from '../../test/support/sample-survey.ts';
import { changesMarkdown } from './changes-markdown.ts';
import { changesOf } from './changes.ts';
import { surveyPage } from './page.ts';
import { historiesOf, readReports, writeReport } from './report.ts';

test('reports are read again, and files that are none are named and stay', (t) => {
  const out = createTemporaryFolder(t);
  const report = sampleReport('2026-11-23', { sentence: 'a \u001b[2J sentence' });
  const file = writeReport(out, 'town.example', report);
  assert.ok(!readFileSync(file, 'utf8').includes('\u001b'));
  assert.deepEqual(readdirSync(join(file, '..')), ['report.json']);
  const damaged = { '2026-11-20': '{"format":', '2026-11-21': '{"format":"plenum-survey","formatVersion":2}' };
  for (const [day, text] of Object.entries(damaged)) {
    mkdirSync(join(out, 'town.example', day));
    writeFileSync(join(out, 'town.example', day, 'report.json'), text);
  }
  const { reports, warnings } = readReports(out);
  assert.deepEqual(reports, [report]);
  assert.equal(warnings.length, 2);
  assert.match(warnings[0]!, /2026-11-20.report\.json is skipped: .*not JSON/);
  assert.match(warnings[1]!, /2026-11-21.report\.json is skipped: /);
  for (const [day, text] of Object.entries(damaged))
    assert.equal(readFileSync(join(out, 'town.example', day, 'report.json'), 'utf8'), text);
});

test('a report that replaced one of the same day is compared with it', () => {
  const before = sampleReport('2026-11-23');
  const after = sampleReport('2026-11-23', {
    startedAt: '2026-11-23T09:00:00.000Z',
    capabilities: sampleCapabilities({ locales: ['en', 'fr'] }),
  });
  const [history] = historiesOf([before], [before, after]);
  assert.deepEqual(changesOf(history!, 'last').lines, ['languages: new: fr; gone: ca, es']);
});

test('a town that fails once is compared with its last visit that read everything', () => {
  const failing = { outcome: 'failing', sentence: 'fails (status 500)', capabilities: null } as const;
  const upgraded = { capabilities: sampleCapabilities({ release: 'decidim-0.32', limits: { depth: 20 } }) };
  const history = [
    sampleReport('2026-11-09'),
    sampleReport('2026-11-16', failing),
    sampleReport('2026-11-23', upgraded),
  ];
  assert.deepEqual(changesOf(history.slice(0, 2), 'last').lines, ['read → failing: fails (status 500)']);
  assert.deepEqual(changesOf(history, 'last'), {
    url: 'https://town.example/api',
    since: '2026-11-16',
    lines: [
      'failing → read: answers as decidim-0.31',
      'release: decidim-0.31 → decidim-0.32',
      'limits: new: depth 20; gone: depth 15, complexity 5000, 5 aliases, fields nested in themselves',
    ],
  });
  assert.deepEqual(changesOf(history, { day: '2026-11-10' }).since, '2026-11-09');
  assert.deepEqual(changesOf(history, { day: '2026-11-01' }), {
    url: 'https://town.example/api',
    since: undefined,
    lines: [],
  });
});

const client = (text: string) => ({ clients: [{ name: 'documents', isAccepted: true, text, details: [] }] });

test('a verdict of documents is compared only if both visits asked for it', () => {
  const [without, first, second] = [
    sampleReport('2026-11-09'),
    sampleReport('2026-11-16', client('all 2 accepted')),
    sampleReport('2026-11-23', client('all 3 accepted')),
  ];
  assert.deepEqual(changesOf([without, first], 'last').lines, []);
  assert.deepEqual(changesOf([first, second], 'last').lines, ['documents: all 2 accepted → all 3 accepted']);
});

test('what changed is told as Markdown, in which texts of towns are no markup', () => {
  const markdown = changesMarkdown(sampleHistories(), 'last');
  assert.match(markdown, /^# Changes since the last survey$/m);
  assert.match(markdown, /^## .*town\.example/m);
  assert.match(markdown, /release: decidim-0\.31 → decidim-0\.32/);
  assert.match(markdown, /^## New$/m);
  const [history] = historiesOf(
    [sampleReport('2026-11-16')],
    [
      sampleReport('2026-11-23', {
        capabilities: sampleCapabilities({ locales: ['<script>', '[x](https://a.example)'] }),
      }),
    ],
  );
  const hostile = changesMarkdown([history!], 'last');
  assert.doesNotMatch(hostile, /<script>|\[x\]\(/);
  assert.equal(
    changesMarkdown([[sampleReport('2026-11-16'), sampleReport('2026-11-23')]], { day: '2026-11-20' }),
    '# Nothing changed since 2026-11-20\n\n1 town without a change.\n',
  );
});

test('the page loads nothing, and texts of towns are no markup', () => {
  const page = surveyPage(sampleHistories());
  assert.doesNotMatch(page, /<script>owned|(src|href)="http/);
  assert.ok(!page.includes('\u001b'));
  assert.match(page, /default-src 'none'/);
  assert.match(page, /release: decidim-0\.31 → decidim-0\.32/);
  assert.match(surveyPage([]), /There is no report yet/);
});
