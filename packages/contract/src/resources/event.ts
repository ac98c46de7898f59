import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Missed } from '../events.ts'
import { queryWhole } from '../values/number.ts'

export const eventContract = contract('event', {
  missed: get('/changes', {
    permission: 'signed-in',
    query: z.strictObject({ after: queryWhole(0, Number.MAX_SAFE_INTEGER) }),
    response: Missed,
    summary: 'What I may hear of after a sequence, in order; `reset` when it is too much or too long ago',
  }),
})
