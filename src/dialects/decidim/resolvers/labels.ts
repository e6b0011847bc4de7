import type { RequestContext } from '../../../contract/request-context.ts';
import type { Translations } from '../../../store/records.ts';
import { OrderedTexts } from './translated-field.ts';

/** What the platform itself calls things, in English, Catalan and Spanish. */
const labels: Record<string, [en: string, ca: string, es: string]> = {
  followers_count: ['Followers', 'Seguidores', 'Seguidoras'],
  meetings_count: ['Meetings', 'Trobades', 'Encuentros'],
  participants_count: ['Participants', 'Participants', 'Participantes'],
  participatory_space_meetings_count: ['Meetings', 'Trobades', 'Encuentros'],
  participatory_space_proposals_count: ['Proposals', 'Propostes', 'Propuestas'],
  processes_count: ['Processes', 'Processos', 'Procesos'],
  projects_count: ['Budgets', 'Pressupostos', 'Presupuestos'],
  proposals_count: ['Proposals', 'Propostes', 'Propuestas'],
  results_count: ['Results', 'Resultats', 'Resultados'],
  users_count: ['Participants', 'Participants', 'Participantes'],
  space: ['Participatory process', 'Procés participatiu', 'Proceso participativo'],
  spaces: ['Participatory processes', 'Processos participatius', 'Procesos participativos'],
};

/** A label in every locale of the organization, in English where it is not known in one. */
function labelled(key: string, { store }: RequestContext): OrderedTexts {
  const [en, ca, es] = labels[key]!;
  const texts: Translations = { en, ca, es };
  return new OrderedTexts(
    Object.fromEntries(store.organization.locales.map((locale) => [locale, texts[locale] ?? en])),
  );
}

export const Statistic = {
  name: ({ key }: { key: string }, _: unknown, context: RequestContext) =>
    key in labels ? labelled(key, context) : null,
};

export const ParticipatorySpaceManifest = {
  humanName: (_: unknown, __: unknown, context: RequestContext) => ({
    single: labelled('space', context),
    plural: labelled('spaces', context),
  }),
};
