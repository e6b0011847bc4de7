import { useRef, useState } from 'react';
import { type ControlError, control } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { Problem } from '../../shared/problem.tsx';

/** Turns an exchange into the draft of a conformance case, which the reader copies or saves. */
export function Draft({ id }: { id: number }) {
  const [draft, setDraft] = useState<{ id: string }>();
  const [error, setError] = useState<ControlError>();
  const section = useRef<HTMLElement>(null);
  async function load() {
    setError(undefined);
    try {
      setDraft((await control<{ case: { id: string } }>('GET', `/requests/${id}/case`)).case);
      section.current?.focus();
    } catch (reason) {
      setError(reason as ControlError);
    }
  }
  const text = `${JSON.stringify(draft, null, 2)}\n`;
  return (
    <>
      <button type="button" className="small" onClick={() => void load()}>
        Save as draft case
      </button>
      {(error || draft) && (
        <section ref={section} tabIndex={-1} className="draft" aria-label="Draft of a conformance case">
          <Problem error={error} />
          {draft && !error && (
            <>
              <p>
                Put it at <code>fixtures/{draft.id}.json</code>, name the requirement and the level, say what the server
                must do, and remove <code>draft</code>.
              </p>
              <pre tabIndex={0} role="region" aria-label="Draft">
                {text}
              </pre>
              <CopyButton text={text} name="Copy the draft" />{' '}
              <button type="button" className="small" onClick={() => download(`${draft.id.split('/')[1]}.json`, text)}>
                Download
              </button>
            </>
          )}
        </section>
      )}
    </>
  );
}

function download(name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The download reads it after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
