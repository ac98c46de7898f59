import * as icons from '@tabler/icons-react'
import { inGroup, listPage, ownListPage, type PageFacts, page } from '../pages.ts'

const ticketPage = () => import('#features/care/ticket.screen.tsx')

const care: Pick<PageFacts, 'permission'> = { permission: 'ticket.view' }

/** What customers, stores and riders need of the staff. */
// biome-ignore format: a page is a line
export const carePages = inGroup('customers', [
  ownListPage('/customerService/tickets', 'ticket', 'Tickets', icons.IconTicket, () => import('#features/care/tickets.screen.tsx'), { ...care, go: 'k' }),
  page('/customerService/tickets/:id', ticketPage, { ...care, title: 'Ticket', record: 'ticket', under: '/customerService/tickets' }),
  ownListPage('/feedback', 'feedback', 'Feedback', icons.IconInbox, () => import('#features/feedback/feedback.screen.tsx'), care),
  listPage('/customerService/macros', 'macro', 'Macros', icons.IconBolt, () => import('#features/care/macros.resource.tsx'), care),
])
