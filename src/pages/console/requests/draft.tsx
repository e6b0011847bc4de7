import { useRef, useState } from 'react';
import { type ControlError, type ControlResponse, asControlError, control } from '../../shared/control.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { Problem } from '../../shared/problem.tsx';

/** Turns an exchange into the draft of a conformance case, which the reader copies or saves. */
export function Draft({ id }: { id: number }) {
  const [draft, setDraft] = useState<ControlResponse<'GET /__admin/requests/{id}/case'>>();
  const [error, setError] = useState<ControlError>();
  const section = useRef<HTMLElement>(null);
  async function load() {
    setError(undefined);
    try {
      setDraft(await control('GET /__admin/requests/{id}/case', { params: { id: String(id) } }));
      section.current?.focus();
    } catch (reason) {
      setError(asControlError(reason));
    }
  }
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
                Put it at <code>fixtures/cases/{draft.file.name}</code>, name the requirement, say what the server must
                do, and remove <code>draft</code>.
              </p>
              <DraftFile file={draft.file} />
            </>
          )}
        </section>
      )}
    </>
  );
}

function DraftFile({ file: { name, text } }: { file: { name: string; text: string } }) {
  return (
    <>
      <pre tabIndex={0} role="region" aria-label="Draft">
        {text}
      </pre>
      <CopyButton text={text} name="Copy the draft" />{' '}
      <button type="button" className="small" onClick={() => download(name.split('/').at(-1)!, text)}>
        Download the draft
      </button>
    </>
  );
}

function download(name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  link.download = name;
  link.click();
  // The download reads it after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
