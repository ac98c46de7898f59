import { dashboardContract, orderContract } from '@larder/contract'
import { useRead } from '#api/client.ts'
import { TimeOfDay } from '#kit/cells/when.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Page } from '#kit/layout/page.tsx'
import type { Prepare } from '#kit/visit.ts'
import { AtRiskPanel } from './at-risk-panel.tsx'
import { ByVertical } from './by-vertical.tsx'
import { DayBars } from './day-bars.tsx'
import { feedInput, OrderFeed } from './order-feed.tsx'
import { StatusFigures } from './status-figures.tsx'
import { TodayFigures } from './today-figures.tsx'
import { TopStores } from './top-stores.tsx'
import './dashboard.css'

export const prepare: Prepare = ({ read }) => {
  read(dashboardContract.get, { query: {} })
  read(dashboardContract.atRisk, {})
  read(orderContract.list, feedInput)
  read(orderContract.statuses, {})
}

/** What happens now and today; every figure leads to the orders or stores behind it. */
export default function DashboardScreen() {
  const read = useRead(dashboardContract.get, { query: {} })
  return (
    <Page
      title="Dashboard"
      subtitle={
        read.data && (
          <>
            Live, updated <TimeOfDay at={read.data.at} zone={read.data.timeZone} />
          </>
        )
      }
    >
      <Loading read={read} skeleton={<DashboardSkeleton />}>
        {(dashboard) => (
          <Stack gap={4}>
            <TodayFigures dashboard={dashboard} />
            <StatusFigures dashboard={dashboard} />
            <div className="overview">
              <AtRiskPanel />
              <Stack gap={4}>
                <DayBars dashboard={dashboard} />
                <TopStores dashboard={dashboard} />
              </Stack>
              <Stack gap={4}>
                <ByVertical dashboard={dashboard} />
                <OrderFeed />
              </Stack>
            </div>
          </Stack>
        )}
      </Loading>
    </Page>
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
