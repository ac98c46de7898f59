import type { OrderCard } from '@larder/contract'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Action } from '#kit/actions/action.ts'
import { useSend } from '#kit/actions/use-send.ts'
import { Button, IconButton } from '#kit/layout/button.tsx'
import './accept.css'

interface AcceptControlProps {
  order: OrderCard
  action: Action<OrderCard>
}

const stepMinutes = 5
/** As many as the contract takes. */
const most = 240

/** Minutes that somebody chose for an order, by its id: its card goes as it is accepted, and comes back where that could not be sent. */
const chosenMinutes = new Map<string, number>()

/** Accepts a waiting order with one press, with the minutes that its store needs; minus and plus change them. */
export function AcceptControl({ order, action }: AcceptControlProps) {
  const [chosen, choose] = useState(chosenMinutes.get(order.id) ?? null)
  const { sendAndTell, isBusy } = useSend(action)
  const minutes = chosen ?? order.storePrepMinutes
  const step = (by: number) => {
    const next = Math.min(most, Math.max(stepMinutes, stepped(minutes, by)))
    chosenMinutes.set(order.id, next)
    choose(next)
  }
  return (
    <fieldset aria-label={`Accept ${order.number}`} className="accept">
      <IconButton
        label="Less time to prepare"
        keys="less"
        icon={IconMinus}
        disabled={isBusy || minutes <= stepMinutes}
        onClick={() => step(-1)}
      />
      <Button tone="primary" keys="likely" busy={isBusy} onClick={() => sendAndTell(order, { prepMinutes: minutes })}>
        Accept · {minutes} min
      </Button>
      <IconButton label="More time to prepare" keys="more" icon={IconPlus} disabled={isBusy || minutes >= most} onClick={() => step(1)} />
    </fieldset>
  )
}

/** The next multiple of five in that direction. */
function stepped(minutes: number, by: number): number {
  return by < 0 ? (Math.ceil(minutes / stepMinutes) - 1) * stepMinutes : (Math.floor(minutes / stepMinutes) + 1) * stepMinutes
}
