import { type Dashboard, dashboardContract, orderContract, setupContract } from '@larder/contract'
import { useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { branchFilter, verticalOptions } from '#entities/references.ts'
import { useCan, useMe } from '#kit/access/access.tsx'
import { ListLink } from '#kit/access/places.tsx'
import { TimeOfDay } from '#kit/cells/when.tsx'
import { Alert } from '#kit/feedback/alert.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { DayChoice } from '#kit/filters/day-choice.tsx'
import { FilterChoice } from '#kit/filters/filter-choice.tsx'
import { oneOf } from '#kit/filters/filters.tsx'
import { useFormat } from '#kit/format.ts'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import { soon } from '#kit/lazily.tsx'
import type { Prepare } from '#kit/visit.ts'
import { type Asked, askedIn, cutOf, dayOrders, isToday } from './asked.ts'
import { ByVertical } from './by-vertical.tsx'
import { DayBars } from './day-bars.tsx'
import { DayFigures } from './day-figures.tsx'
import { feedInput, OrderFeed } from './order-feed.tsx'
import { RejectReasons } from './reject-reasons.tsx'
import { StatusFigures } from './status-figures.tsx'
import { TopStores } from './top-stores.tsx'
import './dashboard.css'

// What may be done about an order comes after what is read.
const AtRiskPanel = soon(() => import('./at-risk-panel.tsx').then((module) => module.AtRiskPanel), <SkeletonCard lines={6} />)
const UnreadAlerts = soon(() => import('./unread-alerts.tsx').then((module) => module.UnreadAlerts))

export const prepare: Prepare = ({ address, read }) => {
  const asked = askedIn(address.searchParams)
  read(dashboardContract.get, { query: asked })
  if (!asked.day) {
    read(dashboardContract.atRisk, { query: cutOf(asked) })
    read(orderContract.list, feedInput(cutOf(asked)))
  }
  read(orderContract.statuses, {})
}

/** What happens now and today, or how another day went; every figure leads to the orders or stores behind it. */
export default function DashboardScreen() {
  const [params, setParams] = useSearchParams()
  const asked = askedIn(params)
  const read = useRead(dashboardContract.get, { query: asked })
  const put = (changes: Record<string, string | undefined>) =>
    setParams(
      new URLSearchParams(Object.entries({ ...asked, ...changes }).filter((entry): entry is [string, string] => Boolean(entry[1]))),
      {
        replace: true,
      },
    )
  return (
    <Page title="Dashboard" subtitle={read.data && <Told dashboard={read.data} />} actions={<Choices asked={asked} onChange={put} />}>
      <Loading read={read} skeleton={<DashboardSkeleton />}>
        {(dashboard) => (
          <Stack gap={4}>
            {isNew(dashboard) && <SetupNote />}
            <DayFigures dashboard={dashboard} asked={asked} />
            <StatusFigures dashboard={dashboard} asked={asked} />
            <div className={isToday(dashboard) ? 'overview' : 'overview past'}>
              {isToday(dashboard) && <AtRiskPanel asked={asked} />}
              <Stack gap={4}>
                {isToday(dashboard) && <UnreadAlerts />}
                <RejectReasons dashboard={dashboard} asked={asked} />
                <TopStores dashboard={dashboard} asked={asked} />
                <DayBars dashboard={dashboard} asked={asked} />
              </Stack>
              <Stack gap={4}>
                <ByVertical dashboard={dashboard} asked={asked} />
                <OrderFeed query={isToday(dashboard) ? cutOf(asked) : dayOrders(dashboard, asked)} />
              </Stack>
            </div>
          </Stack>
        )}
      </Loading>
    </Page>
  )
}

/** No order in 30 days: it may not be set up. */
const isNew = ({ days }: Dashboard) => days.every(({ orders }) => orders === 0)

/** What is missing until orders can come, for whoever can add it. */
function SetupNote() {
  const may = useCan(setupContract.get.shape.permission)
  const { data } = useRead(setupContract.get, may ? {} : null)
  const missing = data?.steps.filter(({ isDone }) => !isDone).length ?? 0
  if (missing === 0) return null
  return (
    <Alert tone="info">
      {missing === 1 ? 'One step is' : `${missing} steps are`} missing until orders can come.{' '}
      <ListLink entity={setupContract.get.entity}>Set up</ListLink>
    </Alert>
  )
}

const verticalFilter = oneOf('vertical', verticalOptions)

/** Which day, which branch and which vertical; whoever reaches one branch has none to choose. */
function Choices({ asked, onChange }: { asked: Asked; onChange: (changes: Record<string, string | undefined>) => void }) {
  const { scope, timeZone } = useMe()
  const isBranchChosen = scope.kind === 'all' || (scope.kind === 'branch' && scope.ids.length > 1)
  return (
    <>
      {isBranchChosen && <FilterChoice filter={branchFilter} none="All branches" query={cutOf(asked)} onChange={onChange} />}
      <FilterChoice filter={verticalFilter} none="All verticals" query={cutOf(asked)} onChange={onChange} />
      <DayChoice day={asked.day ?? ''} zone={timeZone} onDay={(day) => onChange({ day })} />
    </>
  )
}

function Told({ dashboard }: { dashboard: Dashboard }) {
  const { day } = useFormat()
  const { at, timeZone, lastWeek } = dashboard
  if (!isToday(dashboard)) return `${day(dashboard.day, 'ofWeek')}, compared with ${day(lastWeek.day, 'ofWeek')}`
  return (
    <>
      Live, updated <TimeOfDay at={at} zone={timeZone} />
    </>
  )
}

function DashboardSkeleton() {
  return (
    <Stack gap={4}>
      <Card>
        <SkeletonCard lines={3} />
      </Card>
      <Card>
        <SkeletonCard lines={10} />
      </Card>
    </Stack>
  )
}
