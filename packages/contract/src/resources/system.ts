import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { fileOf } from '../file-content.ts'

/** How the replica stands: `behind` and `away` ones, and servers that are no replica of this database, are not read from. */
export const ReplicaState = z.enum(['none', 'current', 'behind', 'away', 'no-replica'])
export type ReplicaState = z.infer<typeof ReplicaState>

/** Whether the program lives, may be sent requests, and what its API is. */
export const systemContract = /* @__PURE__ */ contract('system', {
  health: get('/health', {
    permission: 'public',
    response: z.strictObject({ status: z.literal('ok'), demo: z.boolean(), passkeys: z.boolean() }),
    summary: 'The process lives; asks nothing of the database',
  }),
  ready: get('/ready', {
    permission: 'public',
    response: z.strictObject({ ready: z.literal(true), replica: ReplicaState }),
    summary:
      'Requests may be sent here; 503 while the database is away or the process stops; a replica that is not well makes it slower, not unready',
  }),
  openapi: get('/openapi.json', {
    permission: 'public',
    response: fileOf('application/json'),
    summary: 'This API as an OpenAPI 3.1 document',
  }),
})
