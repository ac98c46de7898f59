import {
  addresseeLabels,
  maxPageSize,
  type OrderRow,
  orderActionLabels,
  orderContract,
  orderManyContract,
  orderPrintContract,
  type PrintDocument,
  printDocumentLabels,
} from '@larder/contract'
import { IconBike, IconCheck, IconMessage } from '@tabler/icons-react'
import { use } from 'react'
import { confirmAction } from '#kit/actions/action.ts'
import { radioField } from '#kit/fields/choice-fields.tsx'
import type { FieldInputProps } from '#kit/fields/field.ts'
import { customField, textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { ActedRows, FormRecord } from '#kit/fields/reference.tsx'
import { soon } from '#kit/lazily.tsx'
import type { BulkAct, BulkActs } from '#kit/resource/selection/bulk.ts'
import { whyNoRider } from './assignable.ts'
import { PrintButton } from './print-button.tsx'
import { usePrinting } from './use-printing.ts'

const RiderPicker = soon(() => import('#entities/order/rider-picker.tsx').then((module) => module.RiderPicker))

/** What an order has that is given to a rider with others. */
type Assigned = Pick<OrderRow, 'id' | 'number' | 'version' | 'status' | 'orderType'>

/** Several orders to one rider. */
export const assignTogether: BulkAct<Assigned> = {
  act: confirmAction(orderContract.assignRider, {
    label: orderActionLabels.assignRider,
    icon: IconBike,
    question: () => '',
    asks: [customField<'riderId', string>('riderId', { label: 'Rider', input: (props) => <RiderOfAll {...props} /> })],
  }),
  before: 'Assign a rider to',
  about: 'All to one rider; the distances are those to the first store.',
  done: 'assigned',
  many: orderManyContract.assignRiderMany,
  unless: whyNoRider,
}

/** What is done with several orders of a list. */
export const ordersBulk: BulkActs<OrderRow> = {
  acts: [
    {
      act: confirmAction(orderContract.accept, {
        label: 'Accept',
        tone: 'primary',
        icon: IconCheck,
        question: () => '',
      }),
      about: 'Each with the minutes that its store needs at present.',
      done: 'accepted',
      many: orderManyContract.acceptMany,
      unless: ({ status }) => (status === 'pending' ? null : 'not awaiting acceptance'),
    },
    assignTogether,
    {
      act: confirmAction(orderManyContract.message, {
        label: 'Message',
        icon: IconMessage,
        question: () => '',
        asks: [
          radioField('to', { label: 'To', options: optionsOf(addresseeLabels) }),
          textField('text', {
            label: 'Message',
            multiline: true,
            help: 'In their app, by mail where an address is known, and in the timeline.',
          }),
        ],
      }),
      before: 'Send a message about',
      done: 'sent',
      many: orderManyContract.messageMany,
    },
  ],
  controls: [{ permission: 'order.view', control: (rows) => <PrintSelection key="print" rows={rows} /> }],
}

/** So many others are asked about before one chooses; of more, who cannot take one is told with it afterwards. */
const mostAsked = 20

/** The riders of the first order's branch, nearest to its store first; whoever cannot take one of the others says why. */
function RiderOfAll(props: FieldInputProps) {
  const order = use(FormRecord)
  const all = use(ActedRows) as readonly Assigned[]
  const others = all.filter(({ id }) => id !== order?.id).slice(0, mostAsked)
  return order && <RiderPicker {...props} order={{ id: order.id, rider: null }} others={others} />
}

/** Prints the documents of several orders as one paper. */
function PrintSelection({ rows }: { rows: readonly OrderRow[] }) {
  const { print, isBusy } = usePrinting(orderManyContract.printMany, orderPrintContract.papers)
  const ids = rows.slice(0, maxPageSize).map(({ id }) => id)
  const what = (document: PrintDocument) => `${printDocumentLabels[document]}s of ${ids.length} orders`
  return <PrintButton isSmall isBusy={isBusy} onPrint={(document, paper) => print({ body: { ids, document, paper } }, what(document))} />
}
