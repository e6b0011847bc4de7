import { operation } from '../api/operation.ts';
import { notFound } from '../api/problem.ts';
import { list, object } from '../api/schema.ts';
import { faultSchema, newFaultSchema } from '../faults/rule.ts';

export const faultOperations = {
  addFault: operation({
    endpoint: 'POST /__admin/faults',
    summary: 'Adds a fault.',
    body: newFaultSchema,
    response: faultSchema,
    status: 201,
    run: ({ world, body }) => world.faults.add(body),
  }),
  listFaults: operation({
    endpoint: 'GET /__admin/faults',
    summary: 'Lists the faults.',
    response: object({ faults: list(faultSchema) }),
    run: ({ world }) => ({ faults: world.faults.list() }),
  }),
  deleteFaults: operation({
    endpoint: 'DELETE /__admin/faults',
    summary: 'Removes all faults.',
    run: ({ world }) => world.faults.clear(),
  }),
  deleteFault: operation({
    endpoint: 'DELETE /__admin/faults/{id}',
    summary: 'Removes a fault.',
    run({ world, params: { id } }) {
      if (!world.faults.delete(id)) notFound('fault', id, 'id');
    },
  }),
};
