import { ticketContract } from '@larder/contract'
import { useParams } from 'react-router'
import { historyOf } from '#kit/resource/form/draft.ts'
import { DetailScreen } from '#kit/resource/record/detail-screen.tsx'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { tickets } from './tickets.resource.tsx'

export const prepare: Prepare = ({ params: { id = '' }, read }) => {
  read(ticketContract.get, { params: { id } })
}

export const history: HistoryOf = () => historyOf(tickets)

export default function TicketScreen() {
  const { id = '' } = useParams()
  return <DetailScreen resource={tickets} id={id} />
}
