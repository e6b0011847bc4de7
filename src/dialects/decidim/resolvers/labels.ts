import type { Translations } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';
import { OrderedTexts } from './translated-field.ts';

/** The platform's own labels in English, Catalan and Spanish. */
const labels: Record<string, [en: string, ca?: string, es?: string]> = {
  assemblies_count: ['Assemblies', 'Assemblees', 'Asambleas'],
  assemblies_count_tooltip: [
    'The number of public assemblies where collective decisions are made.',
    "El número d'assemblees públiques on es prenen les decisions col·lectives.",
    'El número de asambleas públicas donde se toman las decisiones colectivas.',
  ],
  comments_count: ['Comments', 'Comentaris', 'Comentarios'],
  comments_count_tooltip: ['Comments', 'Comentaris', 'Comentarios'],
  debates_count: ['Debates', 'Debats', 'Debates'],
  debates_count_tooltip: [
    'The number of discussions held.',
    'El número de debats celebrats.',
    'El número de debates celebrados.',
  ],
  followers_count: ['Followers', 'Seguidores', 'Seguidoras'],
  followers_count_tooltip: [
    'The number of users following any part of this space to stay updated.',
    "El nombre d'usuàries que segueixen qualsevol part d'aquest espai per mantenir actualitzades.",
    'El número de usuarias que siguen cualquier parte de este espacio para mantenerse actualizadas.',
  ],
  meetings_count: ['Meetings', 'Trobades', 'Encuentros'],
  meetings_count_tooltip: [
    'The number of meetings that have taken place, both online and in person.',
    'El nombre de trobades que han tingut lloc, tant si van ser presencials, digitals o mixtes.',
    'El número de encuentros que han tenido lugar, tanto si fueron presenciales, digitales o mixtas.',
  ],
  participants_count: ['Participants', 'Participants', 'Participantes'],
  participants_count_tooltip: [
    'The number of unique users who have interacted in this space by submitting proposals, attending meetings, voting, or joining discussions.',
    "El nombre d'usuàries úniques que han interactuat en aquest espai presentant propostes, assistint a trobades, donant suport a propostes, votant projectes o unint-se a debats.",
    'El número de usuarios únicos que han interactuado en este espacio presentando propuestas, asistiendo a encuentros, dando apoyo a propuestas, votando a proyectos o uniéndose a debates.',
  ],
  participatory_space_meetings_count: ['Meetings', 'Trobades', 'Encuentros'],
  participatory_space_meetings_count_tooltip: [
    'The number of meetings that have taken place, both online and in person.',
    'El nombre de trobades que han tingut lloc, tant si van ser presencials, digitals o mixtes.',
    'El número de encuentros que han tenido lugar, tanto si fueron presenciales, digitales o mixtas.',
  ],
  participatory_space_proposals_count: ['Proposals', 'Propostes', 'Propuestas'],
  participatory_space_proposals_count_tooltip: [
    'The total number of submitted proposals and votes cast on them.',
    'El nombre total de propostes presentades i suports recollits.',
    'El número total de propuestas presentadas y apoyos recogidos en ellas.',
  ],
  posts_count: ['Posts', 'Publicacions', 'Publicaciones'],
  posts_count_tooltip: [
    'The number of published updates or blog posts.',
    "El número d'actualitzacions publicades o entrades al blog.",
    'El número de actualizaciones publicadas o entradas del blog.',
  ],
  processes_count: ['Processes', 'Processos', 'Procesos'],
  processes_count_tooltip: [
    'The number of participatory processes that are publicly available.',
    'El nombre de processos participatius disponibles públicament.',
    'El número de procesos participativos que están disponibles públicamente.',
  ],
  projects_count: ['Budgets', 'Pressupostos', 'Presupuestos'],
  projects_count_tooltip: [
    'The number of participatory budgeting projects and the total votes cast on them.',
    'El número de pressupostos participatius i el total de vots emesos en aquests.',
    'El número de presupuestos participativos y el total de votos emitidos en ellos.',
  ],
  proposals_count: ['Proposals', 'Propostes', 'Propuestas'],
  proposals_count_tooltip: [
    'The total number of submitted proposals and votes cast on them.',
    'El nombre total de propostes presentades i suports recollits.',
    'El número total de propuestas presentadas y apoyos recogidos en ellas.',
  ],
  results_count: ['Results', 'Resultats', 'Resultados'],
  results_count_tooltip: [
    'The number of decisions or outcomes generated from this space.',
    "Nombre d'acords o actuacions resultat d'aquest espai de participació.",
    'Número de acuerdos o actuaciones resultado de este espacio de participación.',
  ],
  surveys_count: ['Surveys', 'Enquestes', 'Encuestas'],
  surveys_count_tooltip: [
    'The number of available surveys and responses collected.',
    "El nombre d'enquestes fetes i de respostes recollides.",
    'El número de encuestas realizadas y de respuestas recogidas.',
  ],
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
