import { type RiderMessage, riderMessageContract } from '@larder/contract'
import { custom, instant, reference, text } from '#kit/cells/columns.tsx'
import { When } from '#kit/cells/when.tsx'
import { search } from '#kit/filters/filters.tsx'
import { defineResource } from '#kit/resource/define.ts'

const read = custom<RiderMessage>('readAt', 'Read', ({ readAt }) => (readAt ? <When at={readAt} /> : 'Not yet'), {
  width: 112,
  text: ({ readAt }) => readAt ?? '',
})

/** What staff wrote to riders, and whether it was read. */
export const riderMessages = defineResource(riderMessageContract, {
  label: ['Message', 'Messages to riders'],
  title: ({ rider }) => rider.name,
  columns: [
    text('text', { label: 'Message', width: 320 }),
    reference('rider', 'rider'),
    text('sentBy', { label: 'Sent by', width: 128 }),
    instant('createdAt', { label: 'Sent', sort: 'createdAt' }),
    read,
  ],
  sort: '-createdAt',
  filters: [search('Message')],
  history: null,
  emptyText: 'Messages are written at the rider’s page, and fetched by their app.',
})
