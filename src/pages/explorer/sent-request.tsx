import type { Sent } from './fetcher.ts';

/** Says what was sent last, and what came of it. */
export const SentRequest = ({ sent }: { sent: Sent | undefined }) => (
  <div className="sent">
    <p role="status">{sent?.outcome ?? 'Nothing is sent yet.'}</p>
    {sent && (
      <details>
        <summary>What was sent</summary>
        <pre tabIndex={0}>
          {['POST /api', ...Object.entries(sent.headers).map(([name, value]) => `${name}: ${value}`)].join('\n')}
        </pre>
      </details>
    )}
  </div>
);
