import {
  feedbackAboutLabels,
  feedbackKindLabels,
  feedbackStateLabels,
  macroAudienceLabels,
  remedyKindLabels,
  reviewStateLabels,
  ticketPriorityLabels,
  ticketQueueLabels,
  ticketStateLabels,
} from '@larder/contract'
import { valuesOf } from './values-of.ts'

/** What schemas of what customers say, and of what the staff do about it, are. */
export const careWords = {
  RemedyLimits: { description: 'What may still be given on a ticket: what is left of its order, and what the caller may give alone.' },
  RemedyProposal: { description: 'Who should bear what a ticket costs, in percent, what speaks for it, and what may still be given.' },
  OrderRemedy: {
    description: 'A remedy of an order, given or `isWaiting` for approval: then `id` is of the request, and `by` who asked for it.',
  },
  RemedyKind: { description: `What is done to make good what went wrong. ${valuesOf(remedyKindLabels)}` },
  WalletCredit: {
    description:
      'Money that a customer has with the marketplace until it expires. Orders spend it, and give it back where they end or come to less.',
  },
  WalletEntry: { description: 'What happened to a credit; what came is positive.' },
  TicketNote: { description: 'Something that was said in a ticket, among staff or to somebody outside.' },
  TicketPriority: { description: `How urgent a ticket is: by it its answer and its solution are due. ${valuesOf(ticketPriorityLabels)}` },
  TicketQueue: { description: `Which desk a ticket lies on. ${valuesOf(ticketQueueLabels)}` },
  TicketState: { description: `Where a ticket stands. ${valuesOf(ticketStateLabels)}` },
  Feedback: { description: 'What a customer says of the app, a store or a rider; `ticket` is what was made of it.' },
  FeedbackAbout: { description: `Of what it is. ${valuesOf(feedbackAboutLabels)}` },
  FeedbackKind: { description: `What it is meant as. ${valuesOf(feedbackKindLabels)}` },
  FeedbackState: { description: `Where it stands. ${valuesOf(feedbackStateLabels)}` },
  FeedbackTrends: { description: 'How much feedback came in week by week, and how much of it has each tag.' },
  MacroAudience: { description: `Who reads what a macro says. ${valuesOf(macroAudienceLabels)}` },
  Review: { description: 'What a customer says of a delivered order; `food`, `delivery` and `app` are stars, one to five.' },
  ReviewState: { description: `Whether anybody reads it. ${valuesOf(reviewStateLabels)}` },
}
