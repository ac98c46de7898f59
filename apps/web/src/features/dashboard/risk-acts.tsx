import { type AtRisk, type OrderCard, phoneLink, riskRemedies } from '@larder/contract'
import { IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useHeld } from '#api/held.ts'
import { acceptOf, assignRider, delay, warnedOf } from '#entities/order/order-acts.tsx'
import type { Action } from '#kit/actions/action.ts'
import { ActionButton, UndoButton, useEntries, WithStates } from '#kit/actions/action-bar.tsx'
import { Button, IconButton } from '#kit/layout/button.tsx'
import { Row } from '#kit/layout/flow.tsx'
import { Menu } from '#kit/layout/menu.tsx'
import { Popout } from '#kit/layout/popout.tsx'
import { soon } from '#kit/lazily.tsx'

const CallList = soon(() => import('./call-list.tsx').then((module) => module.CallList))

/** The act that a remedy is, where it is one. */
const actOf: Partial<Record<AtRisk['remedy'], string>> = { accept: 'accept', 'assign-rider': 'assignRider', delay: 'delay' }

/** What may be done about an order at risk, where it stands: the cheapest remedy first, whom to call, and the rest behind a menu. */
export function RiskActs({ risk }: { risk: AtRisk }) {
  const { order, remedy } = risk
  const held = useHeld().find(({ id, isSent }) => id === order.id && !isSent)
  if (held) return <UndoButton held={held.key} size="small" />
  const possible = warnedOf(order, [acceptOf(order), assignRider(order), delay]).filter(({ key }) => isPossible(key, order))
  const likely = possible.find(({ key }) => key === actOf[remedy])
  const others = possible.filter((act) => act !== likely)
  return (
    <Row gap={1} justify="end">
      {likely && <ActionButton action={likely} row={order} size="small" isLikely />}
      <RemedyCall risk={risk} />
      <Calls risk={risk} />
      {others.length > 0 && <Others acts={others} order={order} />}
    </Row>
  )
}

function isPossible(key: string, { allowed }: OrderCard): boolean {
  return allowed.some(({ action, because }) => action === key && because === null)
}

/** The call that the remedy is, at one press. */
function RemedyCall({ risk: { remedy, store, rider } }: { risk: AtRisk }) {
  const called = remedy === 'call-store' ? store : remedy === 'call-rider' ? rider : null
  const link = called && phoneLink(called.phone)
  if (!link) return null
  const words = riskRemedies[remedy]
  return (
    <Button size="small" to={link} name={`${words}: ${called.name}`}>
      {words}
    </Button>
  )
}

/** Everyone who may be called about it. */
function Calls({ risk }: { risk: AtRisk }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = `Call about ${risk.order.number}`
  return (
    <>
      <IconButton
        label={label}
        icon={IconPhone}
        size="small"
        expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      />
      {anchor && (
        <Popout label={label} anchor={anchor} onClose={() => setAnchor(null)} align="right" width={320}>
          <CallList risk={risk} />
        </Popout>
      )}
    </>
  )
}

function Others({ acts, order }: { acts: readonly Action<OrderCard>[]; order: OrderCard }) {
  return (
    <WithStates actions={acts} row={order}>
      {(known) => <OtherActs known={known} number={order.number} />}
    </WithStates>
  )
}

function OtherActs({ known, number }: { known: Parameters<typeof useEntries<OrderCard>>[0]; number: string }) {
  const entries = useEntries(known)
  return entries.length > 0 && <Menu label={`More actions for ${number}`} entries={entries} />
}
