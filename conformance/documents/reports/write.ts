import { randomBytes } from 'node:crypto';
import { formatJson } from '../../../src/client/format-text.ts';
import { writeFiles } from '../../reports/write-reports.ts';
import type { DocumentsReport } from '../model.ts';
import { documentsHtml } from './html.ts';
import { documentsJunit } from './junit.ts';
import { documentsMarkdown } from './markdown.ts';

/** Renders a report as `report.json`, for programs and as the baseline of later runs. */
function documentsJson({ operations, notReadable, usage }: DocumentsReport): string {
  const report = {
    documents: operations.map(({ file, line, name, kind, verdicts }) => ({ file, line, name, kind, verdicts })),
    notReadable: notReadable.map(({ file, line }) => ({ file, line })),
    ...(usage && { usage }),
  };
  return `${formatJson(report, 2)}\n`;
}

/** Writes a report in every format to a folder, or to a new folder inside it if it is not empty, and returns the paths. */
export function writeDocumentsReports(folder: string, report: DocumentsReport, startedAt: Date): string[] {
  const run = { startedAt: startedAt.toISOString(), runId: randomBytes(4).toString('hex') };
  return writeFiles(folder, run, [
    ['report.html', documentsHtml(report, run.startedAt)],
    ['report.json', documentsJson(report)],
    ['summary.md', documentsMarkdown(report)],
    ['junit.xml', documentsJunit(report)],
  ]);
}
