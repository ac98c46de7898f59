import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'

/** Whether the program lives, may be sent requests, and what its API is. */
export const systemContract = /* @__PURE__ */ contract('system', {
  health: get('/health', {
    permission: 'public',
    response: z.strictObject({ status: z.literal('ok'), demo: z.boolean() }),
    summary: 'The process lives; asks nothing of the database',
  }),
  ready: get('/ready', {
    permission: 'public',
    response: z.strictObject({ ready: z.literal(true) }),
    summary: 'Requests may be sent here; 503 while the database is away or the process stops',
  }),
  openapi: get('/openapi.json', {
    permission: 'public',
    response: z.record(z.string(), z.unknown()),
    summary: 'This API as an OpenAPI 3.1 document',
  }),
})
