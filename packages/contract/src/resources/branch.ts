import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { byId, listQuery, pageOf } from '../page.ts'
import { idOf } from '../values/id.ts'

export const Branch = z.strictObject({
  id: idOf('branch'),
  code: z.string(),
  name: z.string(),
  partnerName: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  status: z.enum(['active', 'closed']),
  version: z.int(),
})
export type Branch = z.infer<typeof Branch>

export const branchContract = contract('branch', {
  list: get('/branches', {
    permission: 'signed-in',
    query: listQuery(['name'], { status: z.optional(z.enum(['active', 'closed'])) }),
    response: pageOf(Branch),
    summary: 'Branches that I reach',
  }),
  get: get('/branches/:id', { permission: 'signed-in', params: byId('branch'), response: Branch, summary: 'One branch' }),
})
