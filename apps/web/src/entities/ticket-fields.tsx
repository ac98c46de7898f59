import { ticketQueueLabels } from '@larder/contract'
import { selectField } from '#kit/fields/choice-fields.tsx'
import { customField } from '#kit/fields/fields.tsx'
import { labelOf, optionsOf } from '#kit/fields/options.ts'
import { soon } from '#kit/lazily.tsx'
import { reasonOptions } from './reason-options.ts'

const QueueInput = soon(() => import('./queue-input.tsx').then((module) => module.QueueInput))

export const topicField = selectField('topicCode', { label: 'Topic', options: reasonOptions('ticket') })
export const queueField = customField<'queue', string>('queue', {
  input: (props) => <QueueInput {...props} />,
  show: (value) => labelOf(optionsOf(ticketQueueLabels), value),
})
