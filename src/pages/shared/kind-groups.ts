/** The kinds of record by what they are about. A kind that is in no group belongs to the last one. */
const groups: Record<string, string[]> = {
  'People and town': [
    'organization',
    'users',
    'taxonomies',
    'staticPages',
    'staticPageTopics',
    'badgeScores',
    'follows',
    'oauthApplications',
  ],
  Spaces: ['processes', 'processGroups', 'assemblies', 'components', 'steps', 'spaceLinks', 'members'],
  Proposals: ['proposals', 'proposalStates', 'proposalVotes', 'amendments', 'likes'],
  Meetings: ['meetings', 'agendas', 'agendaItems', 'registrations', 'services'],
  'Results and budgets': ['results', 'statuses', 'milestones', 'budgets', 'projects', 'orders'],
  'Debates and texts': ['debates', 'posts', 'pages', 'comments', 'commentVotes'],
  Surveys: ['surveys', 'questionnaires', 'questions'],
  'Files, moderation, history': [
    'attachments',
    'attachmentCollections',
    'moderations',
    'reports',
    'userModerations',
    'userReports',
    'versions',
    'revocations',
    'oauthCodes',
    'oauthTokens',
  ],
};

export interface KindGroup {
  name: string;
  kinds: { kind: string; count: number }[];
}

/** Groups the kinds that have records; groups without any are left out. */
export function groupKinds(counts: Record<string, number>): KindGroup[] {
  const names = Object.keys(groups);
  const known = new Set(Object.values(groups).flat());
  const others = Object.keys(counts).filter((kind) => !known.has(kind));
  return names
    .map((name, index) => ({
      name,
      kinds: [...groups[name]!, ...(index === names.length - 1 ? others : [])]
        .map((kind) => ({ kind, count: counts[kind] ?? 0 }))
        .filter(({ count }) => count > 0),
    }))
    .filter(({ kinds }) => kinds.length > 0);
}
