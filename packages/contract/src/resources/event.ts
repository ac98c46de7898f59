import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Missed } from '../events.ts'

export const eventContract = contract('event', {
  missed: get('/changes', {
    permission: 'signed-in',
    query: z.strictObject({ after: z.coerce.number<number | string>().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)) }),
    response: Missed,
    summary: 'What I may hear of after a sequence, in order; `reset` when it is too much or too long ago',
  }),
})
