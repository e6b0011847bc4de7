import MarkdownIt from 'markdown-it';
import page from '../../../../docs/api-changes.md';
import { Problem } from '../../shared/problem.tsx';
import { useControl } from '../../shared/use-control.ts';

const markdown = new MarkdownIt();

/** The sections of the page in the documentation: from each release to the next one. */
const steps = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title, html: markdown.render(lines.join('\n')) };
  });

/** What each release changes; the step from the dialect that is served is unfolded. */
export function ApiChanges() {
  const { data, error } = useControl('GET /__admin/health');
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">Changes of the API by release</h2>
      <Problem error={error} />
      {data &&
        steps.map(({ title, html }) => (
          <details key={title} open={title.startsWith(`From ${data.dialect} to `)}>
            <summary>{title}</summary>
            <div dangerouslySetInnerHTML={{ __html: html }} />
          </details>
        ))}
    </section>
  );
}
