import type { Translations } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { OrderedTexts } from './translated-field.ts';

/** The platform's own labels in English, Catalan and Spanish. */
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

/** Returns a label in every locale of the organization, in English where there is no translation; null for an unknown key. */
export function findLabel(key: string, { organization }: Store): OrderedTexts | null {
  if (!Object.hasOwn(labels, key)) return null;
  const [en, ca, es] = labels[key]!;
  const texts: Translations = { en, ca, es };
  return new OrderedTexts(Object.fromEntries(organization.locales.map((locale) => [locale, texts[locale] ?? en])));
}
