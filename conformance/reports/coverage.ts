import type { Case, Requirement } from '../../src/cases/case.ts';

/** A requirement with the ids of the cases that check it. */
export interface CoveredRequirement extends Requirement {
  testedBy: string[];
}

/** Adds the ids of their cases to requirements. */
export const requirementCoverage = (requirements: Requirement[], cases: Case[]): CoveredRequirement[] =>
  requirements.map((requirement) => ({
    ...requirement,
    testedBy: cases.filter((each) => each.requirements.includes(requirement.id)).map(({ id }) => id),
  }));

/** The requirements that have neither a case nor a reason for having none, and those that have both; one sentence each. */
export const coverageGaps = (requirements: CoveredRequirement[]): string[] =>
  requirements.flatMap(({ id, testedBy, untested }) => {
    if (testedBy.length === 0 && untested === undefined) return [`${id} has no case, and no reason for having none`];
    if (testedBy.length > 0 && untested !== undefined) return [`${id} has a case, and a reason for having none`];
    return [];
  });

/** The requirements and their cases as text, one paragraph for each requirement. */
export const formatCoverage = (requirements: CoveredRequirement[]): string =>
  requirements
    .map(({ id, section, level, text, testedBy, untested, dialects }) => {
      const source = section === 'dialect' ? 'dialect' : `section ${section}`;
      const only = dialects ? `, only in ${dialects.join(', ')}` : '';
      const tests =
        untested === undefined ? testedBy.map((each) => `    ${each}`).join('\n') : `    not tested: ${untested}`;
      return `${id} (${source}, ${level}${only})\n  ${text}\n${tests}`;
    })
    .join('\n\n');
