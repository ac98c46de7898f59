import { staffContract } from '@larder/contract'
import { useParams } from 'react-router'
import { historyOf } from '#kit/resource/form/draft.ts'
import { DetailScreen } from '#kit/resource/record/detail-screen.tsx'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { account } from './accounts.resource.tsx'

export const prepare: Prepare = ({ params: { id = '' }, read }) => {
  read(staffContract.get, { params: { id } })
}

export const history: HistoryOf = () => historyOf(account)

export default function AccountScreen() {
  const { id = '' } = useParams()
  return <DetailScreen resource={account} id={id} />
}
