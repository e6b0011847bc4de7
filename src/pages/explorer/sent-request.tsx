import { useSent } from './sent.ts';

/** Says what was sent last, and how long the response took. */
export function SentRequest() {
  const sent = useSent();
  if (!sent) return <p className="sent quiet">Nothing is sent yet.</p>;
  const { headers, status, milliseconds } = sent;
  return (
    <div className="sent">
      <p role="status">
        {status === undefined ? 'Waiting for a response' : `Status ${status} in ${Math.round(milliseconds!)} ms`}
      </p>
      <details>
        <summary>What was sent</summary>
        <pre tabIndex={0}>
          {['POST /api', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n')}
        </pre>
      </details>
    </div>
  );
}
