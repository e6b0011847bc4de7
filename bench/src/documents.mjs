import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './servers.mjs';
import { createTemporaryFolder } from './server-process.mjs';
import { summarize } from './statistics.mjs';

// Measures `plenum documents` with 500 documents and every release, the start included: the CPU time of the process, because other
// processes affect it less than the time that passes.
const rounds = 7;
const count = 500;

/** @param {number} index */
const listOfProposals = (index) => `query Proposals${index}($id: ID!, $first: Int = 20, $after: String) {
  component(id: $id) {
    id
    name { translation(locale: "en") }
    ... on Proposals {
      proposals(first: $first, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { ...Proposal${index} }
      }
    }
  }
}
fragment Proposal${index} on Proposal {
  id title { translation(locale: "en") } state publishedAt author { name } comments { id body }
}
`;

/** @param {number} index */
const mapOfMeetings = (index) => `query Meetings${index}($id: ID!) {
  component(id: $id) {
    ... on Meetings {
      meetings(first: 50) {
        nodes { id title { translation(locale: "en") } startTime address coordinates { latitude longitude } attendeesCount }
      }
    }
  }
}
`;

/** @param {string} folder */
function writeClient(folder) {
  for (let index = 0; index < count; index += 1) {
    const part = join(folder, `part-${index % 10}`);
    mkdirSync(part, { recursive: true });
    if (index % 2 === 0) writeFileSync(join(part, `${index}.graphql`), listOfProposals(index));
    else
      writeFileSync(
        join(part, `${index}.ts`),
        `import { gql } from '@apollo/client';\n\nexport const meetings = gql\`\n${mapOfMeetings(index)}\`;\n`,
      );
  }
}

/** @param {number[]} samples */
function format(samples) {
  const { median, min, max } = /** @type {NonNullable<ReturnType<typeof summarize>>} */ (summarize(samples));
  return `${median.toFixed(2)} s (${min.toFixed(2)}–${max.toFixed(2)})`;
}

/** Runs the compiled command in new processes, and returns the times as text. */
export function measureDocuments() {
  const folder = createTemporaryFolder();
  try {
    writeClient(folder.path);
    const times = { cpu: /** @type {number[]} */ ([]), elapsed: /** @type {number[]} */ ([]) };
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      const { status, stdout, stderr } = spawnSync(
        'bash',
        [
          '-c',
          'TIMEFORMAT="%U %S"; time "$@"',
          'bash',
          process.execPath,
          join(root, 'dist/plenum.js'),
          'documents',
          '.',
        ],
        { cwd: folder.path, encoding: 'utf8', maxBuffer: 100_000_000 },
      );
      if (status !== 1 || !stdout.includes(`${count} documents against 5 targets`))
        throw new Error(`plenum documents ended with ${status}: ${stderr}`);
      times.elapsed.push((performance.now() - started) / 1000);
      const [user, system] = stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? [];
      times.cpu.push((user ?? 0) + (system ?? 0));
    }
    return [
      `Node.js ${process.version}; ${count} documents, 5 releases; median, minimum and maximum of ${rounds} processes`,
      `CPU time  ${format(times.cpu)}`,
      `elapsed   ${format(times.elapsed)}`,
    ].join('\n');
  } finally {
    folder.remove();
  }
}
