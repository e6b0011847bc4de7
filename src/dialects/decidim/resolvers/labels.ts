import type { Translations } from '../../../store/records.ts';
import type { Store } from '../../../store/store.ts';
import { OrderedTexts } from './translated-field.ts';

/** The platform's own labels in English, Catalan and Spanish. */
const labels: Record<string, [en: string, ca?: string, es?: string]> = {
  assemblies_count: ['Assemblies', 'Assemblees', 'Asambleas'],
  assemblies_count_tooltip: ['The number of public assemblies where collective decisions are made.'],
  comments_count: ['Comments', 'Comentaris', 'Comentarios'],
  comments_count_tooltip: ['Comments', 'Comentaris', 'Comentarios'],
  debates_count: ['Debates', 'Debats', 'Debates'],
  debates_count_tooltip: ['The number of discussions held.'],
  followers_count: ['Followers', 'Seguidores', 'Seguidoras'],
  followers_count_tooltip: ['The number of users following any part of this space to stay updated.'],
  meetings_count: ['Meetings', 'Trobades', 'Encuentros'],
  meetings_count_tooltip: ['The number of meetings that have taken place, both online and in person.'],
  participants_count: ['Participants', 'Participants', 'Participantes'],
  participants_count_tooltip: [
    'The number of unique users who have interacted in this space by submitting proposals, attending meetings, voting, or joining discussions.',
  ],
  participatory_space_meetings_count: ['Meetings', 'Trobades', 'Encuentros'],
  participatory_space_meetings_count_tooltip: [
    'The number of meetings that have taken place, both online and in person.',
  ],
  participatory_space_proposals_count: ['Proposals', 'Propostes', 'Propuestas'],
  participatory_space_proposals_count_tooltip: ['The total number of submitted proposals and votes cast on them.'],
  posts_count: ['Posts', 'Publicacions', 'Publicaciones'],
  posts_count_tooltip: ['The number of published updates or blog posts.'],
  processes_count: ['Processes', 'Processos', 'Procesos'],
  processes_count_tooltip: ['The number of participatory processes that are publicly available.'],
  projects_count: ['Budgets', 'Pressupostos', 'Presupuestos'],
  projects_count_tooltip: ['The number of participatory budgeting projects and the total votes cast on them.'],
  proposals_count: ['Proposals', 'Propostes', 'Propuestas'],
  proposals_count_tooltip: ['The total number of submitted proposals and votes cast on them.'],
  results_count: ['Results', 'Resultats', 'Resultados'],
  results_count_tooltip: ['The number of decisions or outcomes generated from this space.'],
  surveys_count: ['Surveys', 'Enquestes', 'Encuestas'],
  surveys_count_tooltip: ['The number of available surveys and responses collected.'],
  users_count: ['Participants', 'Participants', 'Participantes'],
  users_count_tooltip: [
    'The total number of users who have signed up and confirmed their account via email.',
    "El nombre total d'usuàries que s'han registrat i confirmat el vostre compte per correu electrònic.",
    'El número total de usuarias que se han registrado y confirmado su cuenta por correo electrónico.',
  ],
  'participatory_processes.one': ['Participatory process', 'Procés participatiu', 'Proceso participativo'],
  'participatory_processes.other': ['Participatory processes', 'Processos participatius', 'Procesos participativos'],
  'assemblies.one': ['Assembly', 'Assemblea', 'Asamblea'],
  'assemblies.other': ['Assemblies', 'Assemblees', 'Asambleas'],
};

/** Returns a label in every locale of the organization, in English where there is no translation; null for an unknown key. */
export function findLabel(key: string, { organization }: Store): OrderedTexts | null {
  if (!Object.hasOwn(labels, key)) return null;
  const [en, ca = en, es = en] = labels[key]!;
  const texts: Translations = { en, ca, es };
  return new OrderedTexts(Object.fromEntries(organization.locales.map((locale) => [locale, texts[locale] ?? en])));
}
