import { groupKinds } from '../shared/kind-groups.ts';

const number = (value: number): string => value.toLocaleString('en');

/** What the world has, by what it is about, with links to the records. */
export function Kinds({ counts }: { counts: Record<string, number> }) {
  const groups = groupKinds(counts);
  const all = groups.flatMap(({ kinds }) => kinds);
  const total = all.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card wide" aria-labelledby="kinds">
      <h2 id="kinds">
        {number(total)} records of {all.length} kinds
      </h2>
      <div className="groups">
        {groups.map(({ name, kinds }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <ul>
              {kinds.map(({ kind, count }) => (
                <li key={kind}>
                  <a href={`/console#records/${kind}`}>{kind}</a> <span className="quiet">{number(count)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
