import type { ContractFile } from '../../src/cases/interactions/interaction.ts';

/** A contract of operations with these names. */
export const contractOf = (names: string[]): ContractFile => ({
  format: 'plenum-contract',
  formatVersion: 1,
  plenum: '0.0.0',
  dialect: 'specification',
  world: 'demo',
  fill: 'mock',
  placeholders: {},
  interactions: names.map((name) => ({
    operation: `query ${name}`,
    role: 'anonymous',
    document: [`query ${name} {`, '  session {', '    user {', '      id', '    }', '  }', '}'],
    answers: [{ data: { session: 'null' } }],
  })),
});
