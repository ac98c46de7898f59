import { type Review, reviewContract, reviewStateLabels, verticalKeys, verticals } from '@larder/contract'
import { branchFilter, storeFilter, verticalOptions } from '#entities/references.ts'
import { Stars, starWords } from '#entities/stars.tsx'
import { confirmAction } from '#kit/actions/action.ts'
import { custom, instant, reference, status, text, vertical } from '#kit/cells/columns.tsx'
import { styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { textField } from '#kit/fields/fields.tsx'
import { optionsOf } from '#kit/fields/options.ts'
import { oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'

const states = styleStatuses(reviewStateLabels, { pending: 'warning', approved: 'good' })
const starsOf = (key: 'food' | 'delivery' | 'app', label: string) =>
  custom<Review>(key, label, (review) => <Stars stars={review[key]} />, { width: 104, text: (review) => starWords(review[key]) })
const said = custom<Review>('text', 'Review', ({ text: words, tags }) => [words, tags.join(', ')].filter(Boolean).join(' · ') || '–', {
  width: 240,
  grows: true,
  text: ({ text: words }) => words ?? '',
})
const named = ({ order }: Review) => `the review of ${order.name}`

const approve = confirmAction(reviewContract.approve, {
  label: 'Approve',
  question: (review: Review) => `Approve ${named(review)}? Whoever looks at ${review.store.name} can read it.`,
  done: ({ order }) => `Review of ${order.name} approved`,
})
const hide = confirmAction(reviewContract.hide, {
  label: 'Hide',
  tone: 'danger',
  question: (review: Review) => `Hide ${named(review)}? Nobody reads it any more, and it counts no more for ${review.store.name}.`,
  asks: 'reason',
  done: ({ order }) => `Review of ${order.name} hidden`,
})
const reply = confirmAction(reviewContract.reply, {
  label: 'Reply',
  question: ({ customerName, text: words }: Review) => (words ? `${customerName} wrote: “${words}”` : `To ${customerName}`),
  asks: [textField('text', { label: 'Answer', multiline: true })],
  body: ({ reply: before }: Review) => ({ text: before?.text }),
  done: ({ order }) => `Review of ${order.name} answered`,
})

/** What customers say of delivered orders. */
export const reviews = defineResource(reviewContract, {
  label: ['Review', 'Reviews'],
  title: ({ order }) => order.name,
  columns: [
    starsOf('food', 'Food'),
    said,
    status('state', states, { width: 112 }),
    reference('store', 'store', { width: 144 }),
    text('customerName', { label: 'Customer', width: 112 }),
    reference('order', 'order', { width: 104 }),
    instant('createdAt', { label: 'Written', sort: 'createdAt', width: 104 }),
    starsOf('delivery', 'Delivery'),
    reference('rider', 'rider', { width: 120 }),
    vertical('vertical'),
    reference('branch', 'branch'),
  ],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [
    search('Words or order number'),
    oneOf('vertical', verticalOptions),
    oneOf(
      'rating',
      [5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: starWords(stars) })),
      { label: 'Stars' },
    ),
    storeFilter,
    oneOf('state', optionsOf(reviewStateLabels)),
    toggle('answered', 'Answered'),
    branchFilter,
  ],
  views: verticalKeys.map((key) => ({ label: verticals[key].label, query: { vertical: key } })),
  panels: [
    panel('Review', ({ text: words, tags }: Review) => (
      <Stack gap={2}>
        <Text as="p">{words ?? 'No words were left.'}</Text>
        {tags.length > 0 && (
          <Text as="p" size={13} tone="muted">
            {tags.join(', ')}
          </Text>
        )}
      </Stack>
    )),
    panel('Answer', ({ reply: given }: Review) =>
      given ? (
        <Stack gap={1}>
          <Text as="p">{given.text}</Text>
          <Text as="p" size={13} tone="muted">
            {given.by.name}, <When at={given.at} />
          </Text>
        </Stack>
      ) : (
        <Text tone="muted">Not answered yet.</Text>
      ),
    ),
    facts<Review>('About', [
      starsOf('food', 'Food'),
      starsOf('delivery', 'Delivery'),
      starsOf('app', 'App'),
      reference('order', 'order'),
      text('customerName', { label: 'Customer' }),
      reference('store', 'store'),
      reference('rider', 'rider'),
      status('state', states),
      text('hiddenBecause', { label: 'Hidden because' }),
      instant('createdAt', { label: 'Written' }),
    ]),
  ],
  actions: [approve, hide, reply],
  bulk: [
    {
      act: approve,
      done: 'approved',
      many: reviewContract.approveMany,
      unless: ({ state }) => (state === 'approved' ? 'already approved' : null),
    },
    { act: hide, done: 'hidden', many: reviewContract.hideMany, unless: ({ state }) => (state === 'hidden' ? 'already hidden' : null) },
  ],
  emptyText: 'What customers say of the orders that they got.',
})
