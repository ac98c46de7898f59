import { incidentKindLabels, needWords, orderContract, type Rider, riderContract, severityLabels } from '@larder/contract'
import { IconAlertTriangle, IconCheck, IconMessage } from '@tabler/icons-react'
import { action, confirmAction } from '#kit/actions/action.ts'
import { referenceField, referencesField, selectField } from '#kit/fields/choice-fields.tsx'
import { reasonField, textField } from '#kit/fields/fields.tsx'
import { lengthField } from '#kit/fields/length-field.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { areasOfBranch } from './areas-of-branch.ts'

const day = 24 * 60
const lengths = [
  { label: 'Until unblocked', minutes: null },
  { label: '1 day', minutes: day },
  { label: '3 days', minutes: 3 * day },
  { label: '7 days', minutes: 7 * day },
  { label: '30 days', minutes: 30 * day },
] as const

/** What is done with a rider: taking on, keeping from work, writing, noting. */
export const riderActs = [
  confirmAction(riderContract.submit, {
    label: 'Hand in for review',
    tone: 'primary',
    question: ({ name, missing }: Rider) =>
      missing.length === 0
        ? null
        : `Still missing: ${needWords(missing)}. ${name} can be looked at, and is approved once nothing is missing.`,
    done: ({ name }: Rider) => `${name} is in review`,
  }),
  action(riderContract.approve, {
    label: 'Approve',
    tone: 'primary',
    icon: IconCheck,
    done: ({ name }: Rider) => `${name} is active`,
    failed: ({ name }) => `${name} was not approved`,
  }),
  confirmAction(riderContract.sendBack, {
    label: 'Send back',
    asks: 'reason',
    question: ({ name }: Rider) => `Say what has to be put right before ${name} is handed in again.`,
    done: ({ name }) => `${name} was sent back`,
  }),
  confirmAction(riderContract.message, {
    label: 'Message',
    icon: IconMessage,
    asks: [textField('text', { label: 'Message', multiline: true })],
    question: ({ name }: Rider) => `${name} gets it in their app.`,
    done: ({ name }) => `The message waits for ${name}`,
  }),
  confirmAction(riderContract.noteIncident, {
    label: 'Note incident',
    icon: IconAlertTriangle,
    body: () => ({ severity: 'low' }),
    asks: [
      selectField('kind', { options: optionsOf(incidentKindLabels) }),
      selectField('severity', { options: optionsOf(severityLabels) }),
      textField('text', { label: 'What happened', multiline: true }),
      referenceField('orderId', {
        label: 'Order, if it is of one',
        from: orderContract,
        title: ({ number }: { number: string }) => number,
      }),
    ],
    question: ({ name }: Rider) => `It is kept with ${name}, with your name.`,
    done: ({ name }) => `Noted of ${name}`,
  }),
  confirmAction(riderContract.moveAreas, {
    label: 'Move to other areas',
    body: ({ areaIds }: Rider): { areaIds: string[] } => ({ areaIds: [...areaIds] }),
    asks: [referencesField('areaIds', { label: 'Areas', ...areasOfBranch })],
    question: ({ name }: Rider) => `${name} is proposed for orders of these areas.`,
    done: ({ name }) => `${name} rides in other areas`,
  }),
  confirmAction(riderContract.forceOff, {
    label: 'End shift',
    asks: 'reason',
    question: ({ name, activeOrders }: Rider) =>
      activeOrders > 0
        ? `${name} still carries ${activeOrders === 1 ? 'an order' : `${activeOrders} orders`}: assign ${activeOrders === 1 ? 'it' : 'them'} to somebody else.`
        : `${name} is off shift at once.`,
    done: ({ name }) => `${name} is off shift`,
  }),
  confirmAction(riderContract.unblock, {
    label: 'Unblock',
    asks: 'reason',
    question: ({ name }: Rider) => `${name} may work again.`,
    done: ({ name }) => `${name} is active`,
  }),
  confirmAction(riderContract.block, {
    label: 'Block',
    tone: 'danger',
    body: () => ({ until: null }),
    asks: [lengthField('until', lengths, 'until unblocked'), reasonField()],
    question: ({ name }: Rider) => `${name} gets no more orders, and their shift ends. A block with an end is lifted by itself.`,
    done: ({ name }) => `${name} is blocked`,
  }),
  confirmAction(riderContract.leave, {
    label: 'Has left',
    tone: 'danger',
    asks: 'reason',
    question: ({ name }: Rider) => `${name} works here no more, for good. Their orders, earnings and cash are kept.`,
    done: ({ name }) => `${name} has left`,
  }),
]
