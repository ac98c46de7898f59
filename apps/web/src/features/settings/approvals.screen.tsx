import {
  bankAccountContract,
  branchDayContract,
  type Count,
  changeSetContract,
  type NamedEndpoint,
  type Output,
  type Permission,
  riderContract,
  storeContract,
} from '@larder/contract'
import { useRead } from '#api/client.ts'
import { useCan } from '#kit/access/access.tsx'
import { LinkOrText, usePlaces } from '#kit/access/places.tsx'
import { useFormat } from '#kit/format.ts'
import { Row } from '#kit/layout/flow.tsx'
import { ListScreen } from '#kit/resource/list/list-screen.tsx'
import { approvals } from './approvals.resource.tsx'

/** What another person approves on its own page, by no request. */
const elsewhere = [
  {
    entity: 'change-set',
    list: changeSetContract.list,
    may: 'change-set.approve',
    status: 'awaiting-approval',
    words: ['change set waits', 'change sets wait'],
  },
  { entity: 'store', list: storeContract.list, may: 'store-status.approve', status: 'review', words: ['store waits', 'stores wait'] },
  { entity: 'rider', list: riderContract.list, may: 'rider.operate', status: 'review', words: ['rider waits', 'riders wait'] },
  {
    entity: 'bank-account',
    list: bankAccountContract.list,
    may: 'bank-account.approve',
    status: 'waiting',
    words: ['bank account waits', 'bank accounts wait'],
  },
  {
    entity: 'branch-day',
    list: branchDayContract.list,
    may: 'branch-day.approve',
    status: 'closed',
    words: ['day waits to be signed off', 'days wait to be signed off'],
  },
] as const satisfies readonly Elsewhere[]

interface Elsewhere {
  entity: string
  list: NamedEndpoint
  may: Permission
  status: string
  words: readonly [one: string, more: string]
}

/** Requests of others and of one's own, and the way to what waits for another person besides. */
export default function ApprovalsScreen() {
  return (
    <ListScreen resource={approvals} room={[32, 68]} title="Approvals">
      <Row gap={4}>
        {elsewhere.map((each) => (
          <WaitingElsewhere key={each.entity} {...each} />
        ))}
      </Row>
    </ListScreen>
  )
}

function WaitingElsewhere({ entity, list, may, status, words }: Elsewhere) {
  const { listPath } = usePlaces()
  const { number } = useFormat()
  const isMine = useCan(may)
  const path = listPath(entity, { status })
  const { data, isLoading } = useRead(list, isMine && path ? ({ query: { status, limit: 1, count: true } } as never) : null)
  if (isLoading) return <span className="bone" style={{ width: 120 }} />
  const total = (data as Output<typeof storeContract.list> | undefined)?.total as Count | null | undefined
  if (!path || !total || total.value === 0) return null
  const { value, capped } = total
  return (
    <LinkOrText to={path}>
      {number(value)}
      {capped && '+'} {value === 1 ? words[0] : words[1]}
    </LinkOrText>
  )
}
