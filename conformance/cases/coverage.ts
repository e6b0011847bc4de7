import type { Case, Requirement } from './load.ts';

/** A requirement with the cases that check it. */
export interface CoveredRequirement extends Requirement {
  testedBy: string[];
}

/** Every requirement with its cases. */
export const requirementCoverage = (requirements: Requirement[], cases: Case[]): CoveredRequirement[] =>
  requirements.map((row) => ({
    ...row,
    testedBy: cases.filter((each) => each.requirements.includes(row.id)).map(({ id }) => id),
  }));

/** What is wrong with the register: rows that nothing tests and no reason excuses, and rows that are both. */
export const coverageGaps = (rows: CoveredRequirement[]): string[] =>
  rows.flatMap(({ id, testedBy, untested }) => {
    if (testedBy.length === 0 && untested === undefined) return [`${id} is tested by no case, and no reason is given`];
    if (testedBy.length > 0 && untested !== undefined) return [`${id} is tested, and has a reason for not being`];
    return [];
  });

/** The register as text, a requirement and its cases a paragraph. */
export const formatCoverage = (rows: CoveredRequirement[]): string =>
  rows
    .map(({ id, section, level, text, testedBy, untested, dialects }) => {
      const where = section === 'dialect' ? 'dialect' : `section ${section}`;
      const only = dialects ? `, in ${dialects.join(', ')}` : '';
      const tests =
        untested === undefined ? testedBy.map((each) => `    ${each}`).join('\n') : `    not tested: ${untested}`;
      return `${id} (${where}, ${level}${only})\n  ${text}\n${tests}`;
    })
    .join('\n\n');
