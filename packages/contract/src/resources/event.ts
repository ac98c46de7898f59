import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Alert, Missed } from '../events.ts'
import { queryWhole } from '../values/number.ts'

export const eventContract = contract('event', {
  missed: get('/changes', {
    permission: 'signed-in',
    query: z.strictObject({ after: queryWhole(0, Number.MAX_SAFE_INTEGER) }),
    response: Missed,
    summary: 'What I may hear of after a sequence, in order; `reset` when it is too much or too long ago',
  }),
  alerts: get('/alerts', {
    permission: 'signed-in',
    response: z.array(Alert),
    summary: 'Alerts to me that still matter, oldest first: of pending orders, of orders past their promise, and the rest of the last day',
  }),
})
