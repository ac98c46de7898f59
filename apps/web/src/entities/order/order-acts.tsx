import { currentInstant, delayChoices, type OrderCard, orderActionLabels, orderContract } from '@larder/contract'
import { IconBike, IconCheck, IconClockPlus } from '@tabler/icons-react'
import { type Action, action, confirmAction } from '#kit/actions/action.ts'
import { chipsField, customField, textField } from '#kit/fields/fields.tsx'
import { soon } from '#kit/lazily.tsx'
import { AcceptControl } from './accept-control.tsx'

const RiderPicker = soon(() => import('./rider-picker.tsx').then((module) => module.RiderPicker))

export const noteHelp = 'Shown in the timeline.'
export const noteField = textField('note', { label: 'Note', multiline: true, help: noteHelp })

/** Moves the promise, which the customer is told. */
export const delay: Action<OrderCard> = confirmAction(orderContract.delay, {
  label: orderActionLabels.delay,
  icon: IconClockPlus,
  question: () => 'The promised time changes and the customer is notified.',
  asks: [chipsField('minutes', { label: 'By', options: delayChoices, only: true }), noteField],
  done: ({ number }: OrderCard) => `${number} delayed`,
  failed: ({ number }) => `Order ${number} was not delayed`,
})

/** Accepted with one press, with the minutes that the store needs at present, and for five seconds as if nothing had happened. */
export function acceptOf(order: OrderCard): Action<OrderCard> {
  const accept: Action<OrderCard> = action(orderContract.accept, {
    label: orderActionLabels.accept,
    tone: 'primary',
    icon: IconCheck,
    body: (row: OrderCard) => ({ prepMinutes: row.storePrepMinutes }),
    done: (row, { prepMinutes = row.storePrepMinutes }) => `${row.number} accepted, ready in ${prepMinutes} min`,
    failed: () => `Order ${order.number} was not accepted`,
    control: (row) => <AcceptControl order={row} action={accept} />,
    ahead: (row, { prepMinutes = row.storePrepMinutes }) => ({
      status: 'accepted',
      acceptedAt: currentInstant(),
      prepMinutes,
      rejectsAt: null,
      allowed: [],
    }),
    deadline: ({ rejectsAt }) => rejectsAt,
  })
  return accept
}

/** Gives it a rider, or another one, chosen from those on shift. */
export function assignRider(order: OrderCard, meant?: string): Action<OrderCard> {
  const picker = customField<'riderId', string>('riderId', {
    label: 'Rider',
    input: (props) => <RiderPicker {...props} order={order} meant={meant} />,
    show: (value) => (value ? 'chosen' : 'none'),
  })
  return confirmAction(orderContract.assignRider, {
    label: order.rider ? 'Change rider' : orderActionLabels.assignRider,
    tone: order.rider || order.status !== 'ready' ? 'neutral' : 'primary',
    icon: IconBike,
    question: () =>
      `For ${order.number} at ${order.store.name}, ${meant ? 'whom you mean before the best matches' : 'the best match first'}.`,
    asks: [picker],
    done: () => `${order.number}: rider assigned`,
    failed: () => `Order ${order.number} got no rider`,
  })
}

/** Nobody is kept from acting on what a colleague handles, and everybody is told before. */
export function warnedOf(order: OrderCard, acts: readonly Action<OrderCard>[]): Action<OrderCard>[] {
  return isOfAnother(order) ? acts.map((act) => warned(act, order.claimedBy?.name)) : [...acts]
}

/** Whether a colleague handles it: only then it can be taken over. */
function isOfAnother({ allowed }: OrderCard): boolean {
  return allowed.some(({ action, because }) => action === 'takeOver' && because === null)
}

function warned({ control: _, ...act }: Action<OrderCard>, holder = 'A colleague'): Action<OrderCard> {
  return { ...act, question: (order) => `${holder} is handling this order. ${act.question?.(order) ?? 'Go on all the same?'}` }
}
