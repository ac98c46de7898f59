import { cashHolderContract, type Dashboard, dashboardContract, type OrderStatus } from '@larder/contract'
import { useLocation } from 'react-router'
import { useRead } from '#api/client.ts'
import { useOrderStatusStyles } from '#entities/order/order-status.tsx'
import { useCan } from '#kit/access/access.tsx'
import { Loading, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { useFormat } from '#kit/format.ts'
import { Figure } from '#kit/layout/figure.tsx'
import './branch.css'

/** Where today stands in a branch, each figure with the part of the page behind it. */
export function BranchFigures({ branchId }: { branchId: string }) {
  const read = useRead(dashboardContract.get, { query: { branchId } })
  return (
    <section aria-label="Today" className="branch-figures">
      <Loading read={read} skeleton={<SkeletonCard lines={2} />}>
        {(dashboard) => <OrderFigures dashboard={dashboard} branchId={branchId} />}
      </Loading>
      <CashFigure branchId={branchId} />
    </section>
  )
}

function usePart(branchId: string): (tab: string, query?: Record<string, string>) => string {
  const { pathname } = useLocation()
  return (tab, query) => `${pathname}?${new URLSearchParams({ branchId, tab, ...query })}`
}

function OrderFigures({ dashboard, branchId }: { dashboard: Dashboard; branchId: string }) {
  const { number, wholeMoney } = useFormat()
  const styleOf = useOrderStatusStyles()
  const part = usePart(branchId)
  const { today, orders, gross, byStatus, lateNow } = dashboard
  const ofToday = { from: today, to: today }
  const ended = (status: OrderStatus) => byStatus.find((one) => one.status === status)?.orders ?? 0
  return (
    <>
      <Figure label="Orders today" value={number(orders)} hint={`worth ${wholeMoney(gross)}`} to={part('orders', ofToday)} />
      {(['delivered', 'rejected'] as const).map((status) => (
        <Figure
          key={status}
          label={styleOf(status).label}
          value={number(ended(status))}
          hint="of today’s orders"
          to={part('orders', { ...ofToday, status })}
        />
      ))}
      <Figure
        label="Late now"
        value={number(lateNow)}
        hint="past the promised time"
        tone={lateNow > 0 ? 'bad' : 'default'}
        to={part('orders', { status: 'late' })}
      />
    </>
  )
}

/** What is to be deposited, for whoever may see it. */
function CashFigure({ branchId }: { branchId: string }) {
  const { money, number } = useFormat()
  const part = usePart(branchId)
  const may = useCan(cashHolderContract.held.shape.permission)
  const read = useRead(cashHolderContract.held, may ? { query: { branchId } } : null)
  if (!may) return null
  return (
    <Loading read={read} skeleton={<SkeletonCard lines={2} />}>
      {({ holders, held }) => (
        <Figure
          label="Cash held"
          value={held.length === 0 ? 'none' : held.map((sum) => money(sum)).join(', ')}
          hint={holders === 1 ? 'by one rider or store' : `by ${number(holders)} riders and stores`}
          to={part('cash')}
        />
      )}
    </Loading>
  )
}
