import type { LoadedContract } from '../../src/cases/interactions/contract-file.ts';
import { truncate } from '../../src/client/format-text.ts';
import { decidimDialects, loadDocumentRules } from '../../src/dialects/document-rules.ts';
import { verdictText } from '../contracts/terminal.ts';
import { verificationExitCode, verifyContracts } from '../contracts/verify.ts';
import { askDeployment } from '../documents/ask-deployment.ts';
import { placeOf } from '../documents/index.ts';
import type { ClientOperation } from '../documents/model.ts';
import type { ClientVerdict } from './report.ts';
import type { Town } from './towns.ts';
import type { Visit, VisitOptions } from './visit.ts';

export interface TownOptions extends VisitOptions {
  /** The documents of a client, which are judged without executing them. */
  operations: ClientOperation[];
  /** The contracts of a client, of which only reads are sent. */
  contracts: LoadedContract[];
}

const maxDetails = 50;
const maxLength = 300;
const bounded = (details: string[]): string[] =>
  details.slice(0, maxDetails).map((detail) => truncate(detail, maxLength));

/** Judges documents and contracts of a client by a town, without a token and without writing. */
export async function verdictsOfClients(town: Town, visit: Visit, options: TownOptions): Promise<ClientVerdict[]> {
  const verdicts = options.operations.length > 0 ? [await verdictOfDocuments(town, visit, options)] : [];
  for (const contract of options.contracts) {
    const [verification] = await verifyContracts({
      contracts: [contract],
      dialects: [],
      ...(town.targetFile === undefined ? { url: town.url } : { targetFile: town.targetFile }),
      environment: {},
      timeoutMs: options.timeoutMs,
      transport: visit,
      mode: 'observe',
      signal: options.signal,
    });
    const { results, sentence } = verification!.report;
    const different = results.filter(({ outcome }) => outcome === 'failed');
    verdicts.push({
      name: contract.file,
      isAccepted: verificationExitCode([verification!], true) === 0,
      text: truncate(verdictText(verification!) || sentence, maxLength),
      details: bounded(
        different.map(({ case: { id }, reason }) => `${id}${reason === undefined ? '' : `: ${reason}`}`),
      ),
    });
  }
  return verdicts;
}

async function verdictOfDocuments({ url }: Town, visit: Visit, options: TownOptions): Promise<ClientVerdict> {
  const { operations, timeoutMs, signal } = options;
  const { renamed } = await loadDocumentRules(decidimDialects.at(-1)!);
  const { judgements } = await askDeployment(operations, {
    url,
    timeoutMs,
    requestIntervalMs: 0,
    renamed,
    signal,
    transport: visit,
  });
  const refused = operations.flatMap((operation) => {
    const judgement = judgements.get(operation);
    return judgement?.verdict === 'refused' ? [`${placeOf(operation)}: ${judgement.messages.join('; ')}`] : [];
  });
  return {
    name: 'documents',
    isAccepted: refused.length === 0,
    text: refused.length === 0 ? `all ${judgements.size} accepted` : `${refused.length} of ${judgements.size} refused`,
    details: bounded(refused),
  };
}
