import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

const schema = JSON.parse(readFileSync(new URL('case.schema.json', import.meta.url), 'utf8')) as {
  definitions: Record<'case' | 'step', { properties: object }>;
};

/** Whether a value is a list of cases, or an operation.yaml. */
export const isCaseFile = new Ajv({ strict: false, allErrors: true, verbose: true }).compile(schema);

/** The members of a case, its id aside. */
export const caseKeywords = Object.keys(schema.definitions.case.properties);

/** Those that describe the only request of a case. */
export const stepKeywords = Object.keys(schema.definitions.step.properties).filter((key) => key !== 'actor');
