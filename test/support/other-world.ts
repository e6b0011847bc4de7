import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createTemporaryFolder } from './folders.ts';
import { startServer } from './test-server.ts';

const text = (ca: string) => ({ ca, es: `${ca} (es)` });
const component = (id: number, kind: string, processId: number, more = {}) => ({
  id,
  kind,
  processId,
  name: text(`Component ${id}`),
  weight: id,
  ...more,
});
const user = (id: number, key: string, admin = false) => ({
  id,
  name: `Robot ${id}`,
  nickname: key,
  admin,
  key,
  secret: `${key}-secret-0123456789`,
  token: `${key}-token`,
});

/** A small world without anything of the demo world: other ids, no English, another time zone, fewer components. */
const otherWorld = {
  organization: [
    {
      id: 7,
      host: 'localhost',
      name: text("Vila d'Exemple"),
      referencePrefix: 'VE',
      timeZone: 'Europe/Madrid',
      locales: ['es', 'ca'],
      defaultLocale: 'ca',
    },
  ],
  users: [
    user(51, 'vila-admin', true),
    user(52, 'vila-u'),
    user(53, 'vila-dos'),
    { id: 60, name: 'Veïna', nickname: 'veina' },
  ],
  processes: [
    { id: 31, slug: 'pla-de-barri', title: text('Pla de barri'), weight: 1 },
    { id: 32, slug: 'taula-tancada', title: text('Taula tancada'), weight: 2, restricted: true },
  ],
  components: [
    component(801, 'proposals', 31, { settings: { answersWithCosts: true } }),
    component(802, 'meetings', 31, { settings: { creationEnabledForParticipants: true } }),
    component(803, 'accountability', 31),
    component(804, 'meetings', 31, { publishedAt: null }),
    component(805, 'meetings', 32),
  ],
  taxonomies: [
    { id: 401, name: text('Barris'), parentId: null, weight: 0 },
    { id: 402, name: text('Nord'), parentId: 401, weight: 0 },
    { id: 403, name: text('Sud'), parentId: 401, weight: 1 },
  ],
  proposals: [1201, 1202].map((id) => ({
    id,
    componentId: 801,
    authorIds: [60],
    title: text(`Proposta ${id}`),
    body: text('Cos.'),
  })),
  meetings: [
    {
      id: 2301,
      componentId: 802,
      authorId: 52,
      title: text('Trobada'),
      description: text('Parlem.'),
      startTime: '2027-07-03T17:00:00Z',
      endTime: '2027-07-03T19:00:00Z',
      typeOfMeeting: 'IN_PERSON',
      registrationType: 'REGISTRATION_DISABLED',
      address: 'Plaça Major 1',
      location: text('Casal'),
      createdAt: '2026-01-03T17:00:00Z',
    },
  ],
  statuses: [{ id: 91, componentId: 803, key: 'fet', name: text('Fet'), progress: 100 }],
  results: [{ id: 3401, componentId: 803, statusId: 91, title: text('Arbres'), progress: 80, weight: 1 }],
  budgets: [],
  projects: [],
};

/** The credentials of the actors of the other world. */
export const otherWorldTokens = {
  PLENUM_ADMIN_TOKEN: 'vila-admin-token',
  PLENUM_MEMBER_TOKEN: 'vila-u-token',
  PLENUM_OTHER_TOKEN: 'vila-dos-token',
};

/** Starts a stand-in with the other world. `requests` has what it received. */
export async function startOtherWorld(t: TestContext, dialect: string, change = (_world: typeof otherWorld) => {}) {
  const folder = createTemporaryFolder(t);
  const world = structuredClone(otherWorld);
  change(world);
  for (const [kind, records] of Object.entries(world))
    writeFileSync(join(folder, `${kind}.json`), JSON.stringify(records));
  const requests: string[] = [];
  const server = await startServer({
    world: folder,
    dialect,
    onBug: (error) => {
      throw error;
    },
    onExchange: (exchange) => void requests.push(JSON.stringify(exchange)),
  });
  t.after(() => server.close());
  return { url: server.url, requests };
}
