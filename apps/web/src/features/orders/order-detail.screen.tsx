import { type Order, orderContract } from '@larder/contract'
import { IconCopy, IconRepeat, IconShoppingCartX } from '@tabler/icons-react'
import { useParams, useSearchParams } from 'react-router'
import { useRead } from '#api/client.ts'
import { OrderStatusChip } from '#entities/order/order-status.tsx'
import { useCan } from '#kit/access/access.tsx'
import { ActionBar } from '#kit/actions/action-bar.tsx'
import { useAskHost } from '#kit/actions/host.ts'
import { CopyText } from '#kit/cells/copy-text.tsx'
import { VerticalGlyph } from '#kit/cells/vertical-glyph.tsx'
import { ErrorState, SkeletonCard } from '#kit/feedback/feedback.tsx'
import { Card } from '#kit/layout/card.tsx'
import { Row, Stack } from '#kit/layout/flow.tsx'
import { Columns, Page } from '#kit/layout/page.tsx'
import { Tabs } from '#kit/layout/tabs.tsx'
import { soon } from '#kit/lazily.tsx'
import { usePageTitle } from '#kit/page-title.ts'
import { HistoryPanel } from '#kit/resource/record/history-panel.tsx'
import type { HistoryOf, Prepare } from '#kit/visit.ts'
import { CustomerCard } from './customer-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { actionsOf } from './order-actions.tsx'
import { OrderEnding } from './order-ending.tsx'
import { orderHistory } from './order-history.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderTiming } from './order-timing.tsx'
import { PriceWaterfall } from './price-waterfall.tsx'
import { refundOf } from './refund-actions.tsx'
import { RiderCard } from './rider-card.tsx'
import { StoreCard } from './store-card.tsx'

const Lookers = soon(() => import('./lookers.tsx').then((module) => module.Lookers))

const PaymentCard = soon(() => import('./payment-card.tsx').then((module) => module.PaymentCard))
const OrderRemedies = soon(() => import('./order-remedies.tsx').then((module) => module.OrderRemedies))
const PrintMenu = soon(() => import('./print-menu.tsx').then((module) => module.PrintMenu))

const ClaimActs = soon(() => import('./claim-acts.tsx').then((module) => module.ClaimActs))

const WaitingNotice = soon(() => import('#kit/resource/record/waiting-request.tsx').then((module) => module.WaitingNotice))

const EditOrder = soon(() => import('./edit-order.tsx').then((module) => module.EditOrder))

const NoteForm = soon(() => import('./note-form.tsx').then((module) => module.NoteForm), <SkeletonCard lines={4} />)

const OrderLedger = soon(() => import('./order-ledger.tsx').then((module) => module.OrderLedger), <SkeletonCard lines={8} />)

const SublistRows = soon(
  () => import('#kit/resource/record/sublist-rows.tsx').then((module) => module.SublistRows),
  <SkeletonCard lines={8} />,
)

const tabs = [
  { value: 'order', label: 'Order' },
  { value: 'tickets', label: 'Tickets' },
  { value: 'ledger', label: 'Ledger' },
  { value: 'history', label: 'History' },
]

/** What the order itself says of its tickets. */
const ofOrder = ['order', 'customer', 'store'] as const

export const prepare: Prepare = ({ params: { id = '' }, read }) => {
  read(orderContract.get, { params: { id } })
  read(orderContract.statuses, {})
}

export const history: HistoryOf = () => orderHistory

/** One order of any vertical: what it is, where it stands, what may be done with it. */
export default function OrderDetailScreen() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const read = useRead(orderContract.get, { params: { id } })
  const order = read.data?.id === id ? read.data : undefined
  usePageTitle(order?.number)
  // By its name: the books' contract comes with the tab.
  const hidden = { ledger: !useCan('finance.view'), tickets: !useCan('ticket.view') }
  const own = tabs.filter(({ value }) => !hidden[value as keyof typeof hidden])
  const tab = own.find(({ value }) => value === params.get('tab'))?.value ?? 'order'
  if (!order) {
    return <Page title="Order">{read.error ? <ErrorState error={read.error} retry={read.refetch} /> : <OrderSkeleton />}</Page>
  }
  return (
    <Page
      title={order.number}
      badge={
        <Row gap={2}>
          <CopyText text={order.number} shown={<IconCopy size={16} aria-hidden />} />
          <VerticalGlyph vertical={order.vertical} label />
          <OrderStatusChip status={order.status} />
        </Row>
      }
      subtitle={<OrderTiming order={order} />}
      actions={
        <>
          <Lookers place={`order:${order.id}`} />
          <OrderActs order={order} />
          <ClaimActs order={order} />
          <EditOrder order={order} />
          <PrintMenu order={order} />
        </>
      }
    >
      <Stack gap={4}>
        <WaitingNotice entity="order" id={order.id} />
        <Tabs
          label="Parts of the order"
          tabs={own}
          value={tab}
          onChange={(next) => setParams(next === 'order' ? {} : { tab: next }, { replace: true })}
        />
        <OrderTab order={order} tab={tab} />
      </Stack>
    </Page>
  )
}

function OrderActs({ order }: { order: Order }) {
  const { ask } = useAskHost()
  const mayOperate = useCan('menu.operate')
  const offered = order.allowed.find(({ action }) => action === 'again')
  const isStocked = order.allowed.some(({ action, because }) => action === 'outOfStock' && because === null)
  const outOfStock = {
    key: 'outOfStock',
    label: 'Out of stock',
    icon: IconShoppingCartX,
    onSelect: async () => ask((await import('./out-of-stock.tsx')).outOfStockOf(mayOperate), order),
  }
  const again = {
    key: 'again',
    label: 'Order again',
    icon: IconRepeat,
    because: offered?.because ?? null,
    onSelect: async () => ask((await import('./order-again.tsx')).againOf(order), order),
  }
  return (
    <ActionBar
      actions={[...actionsOf(order), refundOf(order)]}
      row={order}
      also={[...(isStocked ? [outOfStock] : []), ...(offered ? [again] : [])]}
    />
  )
}

function OrderTab({ order, tab }: { order: Order; tab: string }) {
  switch (tab) {
    case 'ledger':
      return <OrderLedger order={order} />
    case 'tickets':
      return <SublistRows entity="ticket" fixed={{ orderId: order.id }} without={ofOrder} />
    case 'history':
      return (
        <Card>
          <HistoryPanel entity="order" id={order.id} words={orderHistory} zone={order.timeZone} />
        </Card>
      )
    default:
      return <OrderParts order={order} />
  }
}

function OrderParts({ order }: { order: Order }) {
  return (
    <Columns
      main={
        <>
          <OrderEnding order={order} />
          <OrderLines order={order} />
          <PriceWaterfall order={order} />
          <Card title="Timeline">
            <Stack gap={4}>
              {order.allowed.some(({ action }) => action === 'addNote') && <NoteForm order={order} />}
              <OrderTimeline order={order} />
            </Stack>
          </Card>
        </>
      }
      side={
        <>
          <CustomerCard order={order} />
          <StoreCard order={order} />
          <RiderCard order={order} />
          <PaymentCard order={order} />
          <OrderRemedies order={order} />
          <DetailsCard order={order} />
        </>
      }
    />
  )
}

function OrderSkeleton() {
  return (
    <Columns
      main={
        <>
          <Card>
            <SkeletonCard lines={5} />
          </Card>
          <Card>
            <SkeletonCard lines={6} />
          </Card>
        </>
      }
      side={
        <Card>
          <SkeletonCard lines={4} />
        </Card>
      }
    />
  )
}
