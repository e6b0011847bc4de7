import { saveContract } from '../../src/cases/interactions/contract-file.ts';
import { contractOf } from './contracts.ts';

// Adds interactions to a contract, one after the other, beside other processes: node contract-writer.ts FILE NAME COUNT.
const [file, name, count] = process.argv.slice(2);
for (let number = 1; number <= Number(count); number += 1)
  await saveContract(file!, contractOf([`${name}${number}`]), 'update');
