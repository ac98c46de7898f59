import * as z from 'zod/mini'
import { contract, get } from '../endpoint.ts'
import { Named } from '../page.ts'
import { idOf } from '../values/id.ts'
import { LocalDate } from '../values/local-date.ts'
import { ProposalReason } from './rider-proposal.ts'

/** So many orders are told one by one, those first of which most would have been saved. */
export const mostReplayed = 50

export const ProposalReplay = z.strictObject({
  day: LocalDate,
  /** Orders of the day that a rider was assigned to. */
  orders: z.int(),
  /** Of these, those of which the place of at least two riders is known at that moment, the assigned one among them. */
  compared: z.int(),
  /** Of those compared, how often the proposed rider was the one assigned. */
  agreed: z.int(),
  /** Minutes of way to the store that the proposed riders would have ridden less than the assigned ones, all together; may be less than none. */
  savedMinutes: z.int(),
  rows: z.array(
    z.strictObject({
      order: Named,
      assigned: Named,
      proposed: Named,
      assignedMinutes: z.int(),
      proposedMinutes: z.int(),
      proposedOrders: z.int(),
      assignedOrders: z.int(),
      /** What spoke against either, their way and what they carried among it. */
      assignedReasons: z.array(ProposalReason),
      proposedReasons: z.array(ProposalReason),
    }),
  ),
})
export type ProposalReplay = z.infer<typeof ProposalReplay>

/** What would have been proposed, held against what was done. */
export const riderProposalContract = /* @__PURE__ */ contract('rider-proposal', {
  replay: get('/rider-proposals/replay', {
    permission: 'delivery.view',
    query: z.strictObject({ branchId: z.optional(idOf('branch')), day: z.optional(LocalDate) }),
    response: ProposalReplay,
    alsoShows: ['rider', 'order', 'rider-shift'],
    summary: 'The riders that would have been proposed on a day, yesterday unless told, against those that were assigned',
  }),
})
