import type { Capabilities } from '../../conformance/discover/capabilities.ts';
import type { History, TownReport } from '../../conformance/survey/report.ts';

const capabilities: Capabilities = {
  release: 'decidim-0.31',
  version: '',
  evidence: [
    'without a token, validation knows these fields of ParticipatoryProcess: privateSpace; and not these: none',
  ],
  introspection: 'closed',
  mutations: ['CommentMutation.upVote', 'ProposalMutation.answer'],
  limits: { depth: 15, complexity: 5000, aliases: 5, recursion: true },
  modules: [],
  locales: ['en', 'ca', 'es'],
  spaces: { assembly: 2, process: 12 },
  components: { Meetings: 9, Proposals: 14, Surveys: 1 },
  notShown: ['the exact version: the API does not say it'],
};

/** A report of a town that shows what it can do. */
export const sampleReport = (day: string, changes: Partial<TownReport> = {}): TownReport => ({
  format: 'plenum-survey',
  formatVersion: 1,
  url: 'https://town.example/api',
  day,
  startedAt: `${day}T04:00:00.000Z`,
  seconds: 21.4,
  outcome: 'read',
  sentence: 'answers as decidim-0.31',
  requests: 21,
  milliseconds: { median: 180, slowest: 912 },
  capabilities,
  clients: [],
  ...changes,
});

/** What a town can do after a change. */
export const sampleCapabilities = (changes: Partial<Capabilities>): Capabilities => ({ ...capabilities, ...changes });

const failed = (url: string, outcome: TownReport['outcome'], sentence: string): History => [
  sampleReport('2026-11-23', { url, outcome, sentence, capabilities: null, requests: 1 }),
];

const hostile = '<script>owned()</script>\u001b[2J"\' onload=owned()';

/** Histories with every outcome: a town after an upgrade, one that came back, and one whose texts are hostile. */
export const sampleHistories = (): History[] => [
  [
    sampleReport('2026-11-09'),
    sampleReport('2026-11-16'),
    sampleReport('2026-11-23', {
      sentence: 'answers as decidim-0.32',
      capabilities: sampleCapabilities({
        release: 'decidim-0.32',
        mutations: ['CommentMutation.upVote', 'ProposalMutation.answer', 'MeetingsMutation.createMeeting'],
        components: { Meetings: 10, Proposals: 14 },
      }),
      clients: [
        { name: 'documents', isAccepted: false, text: '1 of 12 refused', details: ['src/a.graphql:3 A: gone'] },
      ],
    }),
  ],
  [
    sampleReport('2026-11-16', { url: 'https://back.example/api', outcome: 'no response', capabilities: null }),
    sampleReport('2026-11-23', { url: 'https://back.example/api' }),
  ],
  [
    sampleReport('2026-11-23', {
      url: 'https://hostile.example/api',
      outcome: 'partly read',
      sentence: hostile,
      capabilities: sampleCapabilities({ modules: [hostile], components: { [hostile]: 1 }, locales: [hostile] }),
    }),
  ],
  failed('https://a-town-with-a-very-long-name.participation.example/api', 'failing', 'fails (status 500)'),
  failed('https://slow.example/api', 'no response', 'no complete response within 30000 ms'),
  failed('https://robots.example/api', 'not allowed', 'robots.txt forbids https://robots.example/api'),
  failed(
    'https://moved.example/api',
    'redirected',
    'leads to https://new.example/api, on another host, and is not followed',
  ),
  failed('https://closed.example/api', 'refused', 'wants everybody to sign in'),
  failed('https://page.example/api', 'no GraphQL', 'answers a web page (status 200)'),
  failed('https://other.example/graphql', 'no Decidim', 'a GraphQL API that has no session'),
];
