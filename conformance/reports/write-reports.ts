import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatJson } from '../../src/client/format-text.ts';
import { CommandError, exitCodes, writing } from '../../src/errors.ts';
import { type Report, outcomes } from '../model.ts';
import { judgedOperations, notReadable, outcomeWord } from './contents.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { markdownSummary } from './markdown.ts';

const renderers: Record<string, (report: Report) => string> = {
  'report.html': htmlReport,
  'report.json': jsonReport,
  'summary.md': markdownSummary,
  'junit.xml': junitReport,
};

/**
 * Writes a report in every format, and returns the paths. If the folder is not empty, they are in a new folder inside it, whose name is
 * the time and the id of the run.
 */
export function writeReports(folder: string, report: Report): string[] {
  // Windows allows no colon in a name.
  const name = `${report.startedAt.slice(0, 19).replaceAll(':', '-')}-${report.runId}`;
  const runFolder = existsSync(folder) && readdirSync(folder).length > 0 ? join(folder, name) : folder;
  writing(runFolder, () => mkdirSync(runFolder, { recursive: true }));
  return Object.entries(renderers).map(([file, render]) => {
    const path = join(runFolder, file);
    writing(path, () => writeFileSync(path, render(report), { flag: 'wx' }));
    return path;
  });
}

/** Renders a report as `report.json`, for programs. */
function jsonReport(report: Report): string {
  const { scope, isComplete, results, documents, ...others } = report;
  const content = {
    format: 'plenum-report',
    formatVersion: 2,
    ...others,
    requirements: undefined,
    subject: scope.subject,
    only: scope.only,
    ownCases: scope.hasOwnCases,
    interrupted: scope.isInterrupted,
    complete: isComplete,
    counts: Object.fromEntries(
      outcomes
        .filter((each) => each !== 'affected' || documents)
        .map((each) => [each, results.filter(({ outcome }) => outcome === each).length]),
    ),
    results: results.map(
      ({ id, description, level, requirements, source, outcome, reason, details, milliseconds, exchanges }) => ({
        id,
        description,
        level,
        requirements,
        ...source,
        outcome,
        reason,
        details,
        milliseconds: Math.round(milliseconds),
        differences: exchanges.flatMap(({ step, actor, differences }) =>
          differences.map((difference) => ({ step, actor, ...difference })),
        ),
      }),
    ),
    ...(documents && { ...documentVerdicts(report), usage: documents.usage }),
  };
  return `${formatJson(content, 2)}\n`;
}

/** What each target says about each document, and where documents are that are not readable. */
export const documentVerdicts = (report: Report) => ({
  documents: judgedOperations(report).map(({ file, line, name, kind, results }) => ({
    file,
    line,
    name,
    kind,
    verdicts: Object.fromEntries(
      results.map(({ group, outcome, reason, details = [] }) => [
        group,
        {
          verdict: outcomeWord(report, outcome === 'waived' ? 'failed' : outcome),
          messages: reason === undefined ? [] : [reason, ...details],
        },
      ]),
    ),
  })),
  notReadable: report.results.flatMap(({ group, source, reason }) =>
    group === notReadable ? [{ ...source!, reason }] : [],
  ),
});

/** Throws a CommandError unless this file or folder can be created, or exists and can be written. Creates nothing. */
export function assertWritable(path: string, kind: 'file' | 'folder'): void {
  const reason = problemOf(path, kind);
  if (reason !== undefined) throw new CommandError(`${path} cannot be written: ${reason}`, exitCodes.usage);
}

/** Why a path, or the nearest folder above it that exists, cannot be written. */
function problemOf(place: string, kind: 'file' | 'folder'): string | undefined {
  if (!existsSync(place)) return problemOf(dirname(place), 'folder');
  if (statSync(place).isDirectory() !== (kind === 'folder')) return `${place} is not a ${kind}`;
  try {
    accessSync(place, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
