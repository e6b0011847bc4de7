/** The kinds of record by what they are about. Any other kind belongs to one more group. */
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
};

/** A kind of record in words, such as `Agenda items` for `agendaItems`. */
export function kindInWords(kind: string): string {
  const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^oauth/, 'OAuth');
  return words[0]!.toUpperCase() + words.slice(1);
}

/** Formats a number with separators of thousands. */
export const formatNumber = (value: number): string => value.toLocaleString('en');

/** What a world has, by what it is about, with links to the records. */
export function Kinds({ counts }: { counts: Record<string, number> }) {
  const kinds = Object.keys(counts);
  const empty = kinds.filter((kind) => counts[kind] === 0);
  const total = kinds.reduce((sum, kind) => sum + counts[kind]!, 0);
  return (
    <section className="card" aria-labelledby="kinds">
      <h2 id="kinds">
        {formatNumber(total)} records of {kinds.length - empty.length} kinds
      </h2>
      <Groups counts={counts} kinds={kinds.filter((kind) => counts[kind]! > 0)} />
      {empty.length > 0 && (
        <details>
          <summary>
            {empty.length} {empty.length === 1 ? 'kind' : 'kinds'} without records
          </summary>
          <Groups counts={counts} kinds={empty} />
        </details>
      )}
    </section>
  );
}

/** Kinds by what they are about, without the groups that have none of them. */
function Groups({ counts, kinds }: { counts: Record<string, number>; kinds: string[] }) {
  const known = new Set(Object.values(groups).flat());
  const others = kinds.filter((kind) => !known.has(kind));
  return (
    <div className="groups">
      {[...Object.entries(groups), ['Files, moderation, history', others] as const]
        .map(([group, names]) => [group, names.filter((kind) => kinds.includes(kind))] as const)
        .filter(([, names]) => names.length > 0)
        .map(([group, names]) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {names.map((kind) => (
                <li key={kind}>
                  <a href={`/console#records/${kind}`}>{kindInWords(kind)}</a>{' '}
                  <span className="quiet">{formatNumber(counts[kind]!)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
