import type { Feedback } from './feedback.ts'
import type { Reason } from './order-shapes.ts'
import type { TicketQueue } from './ticket.ts'

/** Topics that the list of an installation begins with, by what feedback is tagged with: the first tag that says one. */
const topicOfTag: Readonly<Record<string, string>> = {
  'delivery-time': 'late-order',
  'rider-manner': 'rider-conduct',
  'food-quality': 'poor-quality',
  packing: 'poor-quality',
  payment: 'payment-problem',
  'app-search': 'app-problem',
  'app-fault': 'app-problem',
}
const topicOfComplaint = { app: 'app-problem', store: 'poor-quality', rider: 'rider-conduct' } as const

/** The topic that a ticket made of feedback is proposed: what its tags say, else of what a complaint is. Pure. */
export function proposedTopic({ about, kind, tags }: Pick<Feedback, 'about' | 'kind' | 'tags'>): string {
  const tagged = tags.map(({ code }) => topicOfTag[code]).find((code) => code !== undefined)
  return tagged ?? (kind === 'complaint' ? topicOfComplaint[about] : 'other-matter')
}

/** What went wrong with an order is told to its customer first, whoever caused it. */
const queueOfCode: Readonly<Record<string, TicketQueue>> = {
  'late-order': 'care',
  'never-arrived': 'care',
  'item-missing': 'care',
  'wrong-item': 'care',
  'poor-quality': 'care',
  'rider-conduct': 'riders',
  'payment-problem': 'payments',
  'payout-question': 'payments',
  'app-problem': 'care',
  'other-matter': 'care',
}
const queueOfParty = { store: 'stores', rider: 'riders', customer: 'care', platform: 'care' } as const satisfies Record<
  Reason['party'],
  TicketQueue
>

/** The queue that tickets of a topic lie in, unless whoever opens one says otherwise. Pure. */
export function queueOfTopic({ code, party }: Pick<Reason, 'code' | 'party'>): TicketQueue {
  return queueOfCode[code] ?? queueOfParty[party]
}

const remedyReasons: Readonly<Record<string, string>> = {
  'late-order': 'late-delivery',
  'item-missing': 'item-missing',
  'wrong-item': 'wrong-item',
  'poor-quality': 'poor-quality',
}

/** The reason of refunds that what is given on a ticket of a topic is proposed; undefined where none fits. Pure. */
export function proposedRemedyReason(topicCode: string): string | undefined {
  return remedyReasons[topicCode]
}
