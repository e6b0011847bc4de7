import { useState } from 'react';
import type { Example } from '../../control/examples/example.ts';
import { CopyButton } from '../shared/copy-button.tsx';

interface Props {
  url: string;
  token: string;
  example: Example;
  /** Runs after each response. */
  onSent: () => void;
}

/** A request that is sent when the reader clicks. */
export function Try({ url, token, example: { name, query, variables }, onSent }: Props) {
  const [answer, setAnswer] = useState<{ status: string; text: string }>();
  const body = { query, variables };
  const curl = `curl ${url} -H 'Content-Type: application/json' -H 'Authorization: Bearer ${token}' -d '${JSON.stringify(body)}'`;
  async function send() {
    try {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), credentials: 'omit' });
      setAnswer({ status: `Status ${response.status}`, text: format(await response.text()) });
    } catch {
      setAnswer({ status: 'The server does not answer. Is it still running?', text: '' });
    }
    onSent();
  }
  return (
    <section className="card try" aria-labelledby="try">
      <h2 id="try">{name}</h2>
      <pre tabIndex={0} aria-label="The request">
        {formatRequest(body)}
      </pre>
      <button type="button" className="primary" onClick={() => void send()}>
        Send it
      </button>{' '}
      <CopyButton text={curl} name="Copy as curl" />
      <div role="status">
        {answer && (
          <>
            <p>{answer.status}</p>
            <pre tabIndex={0} aria-label="The response">
              {answer.text}
            </pre>
          </>
        )}
      </div>
    </section>
  );
}

const formatRequest = ({ query, variables }: Pick<Example, 'query' | 'variables'>): string =>
  `${query}\n\n${JSON.stringify(variables, null, 2)}`;

function format(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
