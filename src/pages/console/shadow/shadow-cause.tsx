import type { ShadowGroup } from '../../../control/shadow/shadow.ts';

const format = (value: unknown): string =>
  value === undefined ? 'no value' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** The document, and the variables if there are some. */
const formatRequest = (query: string, variables: unknown): string =>
  Object.keys(variables ?? {}).length === 0 ? query : `${query}\n\n${format(variables)}`;

/** One cause of differences; unfolded, the first request that showed it, with both answers. */
export function ShadowCause({ group: { cause, kind, known, count, lastSeen, example } }: { group: ShadowGroup }) {
  const { query, variables, role, difference, standIn, live } = example;
  return (
    <li>
      <details>
        <summary>
          <strong>{cause}</strong>{' '}
          <span className="quiet">
            {kind}, {count === 1 ? 'once' : `${count} times`}, last at {lastSeen}
          </span>
        </summary>
        {known !== null && <p>Known: {known}</p>}
        <p>
          The first such request was sent as {role}. At <code>{difference.path}</code>:
        </p>
        <Sides name="The value" standIn={difference.standIn} live={difference.live} />
        <h3>Request</h3>
        <pre tabIndex={0} aria-label="The request">
          {formatRequest(query, variables)}
        </pre>
        <h3>Whole responses</h3>
        <Sides name="The response" standIn={standIn} live={live} />
      </details>
    </li>
  );
}

const Sides = ({ name, standIn, live }: { name: string; standIn: unknown; live: unknown }) => (
  <div className="sides">
    <Side label={`${name} here`} heading="Here" value={standIn} />
    <Side label={`${name} of the live deployment`} heading="Live" value={live} />
  </div>
);

const Side = ({ label, heading, value }: { label: string; heading: string; value: unknown }) => (
  <div>
    <b>{heading}</b>
    <pre tabIndex={0} aria-label={label}>
      {format(value)}
    </pre>
  </div>
);
