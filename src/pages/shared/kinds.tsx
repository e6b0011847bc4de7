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
  'Files, moderation, history': [],
};

/** Groups kinds of record, in the order in which people read them; groups without any are left out. */
export function groupKinds(kinds: readonly string[]): { group: string; kinds: string[] }[] {
  const known = new Set(Object.values(groups).flat());
  const others = kinds.filter((kind) => !known.has(kind));
  return Object.entries(groups)
    .map(([group, names]) => ({
      group,
      kinds: names.length > 0 ? names.filter((kind) => kinds.includes(kind)) : others,
    }))
    .filter((each) => each.kinds.length > 0);
}

/** A kind of record in words, such as `Agenda items` for `agendaItems`. */
export function kindInWords(kind: string): string {
  const words = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^oauth/, 'OAuth');
  return words[0]!.toUpperCase() + words.slice(1);
}

const number = (value: number): string => value.toLocaleString('en');

/** What a world has, by what it is about, with links to the records; kinds without records are at the end. */
export function Kinds({ counts }: { counts: Record<string, number> }) {
  const kinds = Object.keys(counts);
  const filled = kinds.filter((kind) => counts[kind]! > 0);
  const empty = kinds.filter((kind) => counts[kind] === 0);
  const total = filled.reduce((sum, kind) => sum + counts[kind]!, 0);
  return (
    <section className="card" aria-labelledby="kinds">
      <h2 id="kinds">
        {number(total)} records of {filled.length} kinds
      </h2>
      <div className="groups">
        {groupKinds(filled).map(({ group, kinds: names }) => (
          <section key={group} aria-label={group}>
            <h3>{group}</h3>
            <ul>
              {names.map((kind) => (
                <li key={kind}>
                  <a href={`/console#records/${kind}`}>{kindInWords(kind)}</a>{' '}
                  <span className="quiet">{number(counts[kind]!)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {empty.length > 0 && (
        <p className="quiet">
          No records yet:{' '}
          {empty.map((kind, index) => (
            <span key={kind}>
              {index > 0 && ', '}
              <a href={`/console#records/${kind}`}>{kindInWords(kind)}</a>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}
