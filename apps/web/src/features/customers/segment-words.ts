import { type Segment, verticals } from '@larder/contract'
import { format } from '#kit/format.ts'

/** A segment's rule in words: `5 orders or more, last order within 30 days`. */
export function ruleWords(segment: Segment): string {
  const words = [
    between(segment.leastOrders, segment.mostOrders, 'orders'),
    ago('first order', segment.leastFirstDays, segment.mostFirstDays),
    ago('last order', segment.leastLastDays, segment.mostLastDays),
    segment.leastValue && `value of ${format().money(segment.leastValue)} or more`,
    segment.leastRefundPercent !== null && `refund in ${segment.leastRefundPercent} % of orders or more`,
    segment.vertical && `ordered ${verticals[segment.vertical].plural.toLowerCase()}`,
    segment.branchId && 'ordered in one branch',
  ].filter(Boolean)
  return words.length === 0 ? 'everyone' : words.join(', ')
}

function between(least: number | null, most: number | null, what: string): string | null {
  if (least === null) return most === null ? null : `at most ${format().number(most)} ${what}`
  return most === null ? `${format().number(least)} ${what} or more` : `${format().number(least)} to ${format().number(most)} ${what}`
}

function ago(what: string, least: number | null, most: number | null): string | null {
  if (least === null) return most === null ? null : `${what} within ${most} days`
  return most === null ? `${what} ${least} days ago or more` : `${what} ${least} to ${most} days ago`
}
