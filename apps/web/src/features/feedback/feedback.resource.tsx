import {
  type Feedback,
  feedbackAboutLabels,
  feedbackContract,
  feedbackKindLabels,
  feedbackStateLabels,
  riderContract,
} from '@larder/contract'
import { customerReference } from '#entities/customer-filter.tsx'
import { orderFilter } from '#entities/order/order-filter.ts'
import { reasonOptions } from '#entities/reason-options.ts'
import { branchFilter, storeFilter } from '#entities/references.ts'
import { Stars, starWords } from '#entities/stars.tsx'
import { Written } from '#entities/written.tsx'
import { custom, instant, reference, status, text } from '#kit/cells/columns.tsx'
import { StatusChip, styleStatuses } from '#kit/cells/status-style.tsx'
import { When } from '#kit/cells/when.tsx'
import { optionsFrom, optionsOf } from '#kit/fields/options.ts'
import { dateRange, oneOf, search, toggle } from '#kit/filters/filters.tsx'
import { linkedFilter } from '#kit/filters/linked-filter.ts'
import { Stack } from '#kit/layout/flow.tsx'
import { Text } from '#kit/layout/text.tsx'
import { facts, panel } from '#kit/panels/panels.tsx'
import { defineResource } from '#kit/resource/define.ts'
import { feedbackActs } from './feedback-acts.tsx'
import { feedbackHistory } from './feedback-history.ts'

const states = styleStatuses(feedbackStateLabels, { new: 'warning', assigned: 'info', answered: 'good' })
const kinds = styleStatuses(feedbackKindLabels, { complaint: 'bad', praise: 'good', question: 'info' })
const abouts = styleStatuses(feedbackAboutLabels)

const tagWords = ({ tags }: Feedback) => tags.map(({ label }) => label).join(', ') || '–'
const tags = custom<Feedback>('tags', 'Tags', tagWords, { width: 136, text: tagWords })
const stars = custom<Feedback>('stars', 'Stars', (one) => <Stars stars={one.stars} />, {
  width: 96,
  text: (one) => starWords(one.stars),
})
const said = custom<Feedback>('text', 'Said', (one) => one.text, { width: 240, grows: true, text: (one) => one.text })
const assignee = custom<Feedback>('assignee', 'Assignee', (one) => one.assignee?.name ?? '–', {
  width: 120,
  text: (one) => one.assignee?.name ?? '',
})

const assignees = optionsFrom(feedbackContract.assignees, {}, (all) => all.map(({ id, name }) => ({ value: id, label: name })))

/** What customers say of the app, a store or a rider. */
export const feedback = defineResource(feedbackContract, {
  label: ['Feedback', 'Feedback'],
  title: ({ number }) => number,
  columns: [
    text('number', { width: 88 }),
    said,
    status('state', states, { width: 104 }),
    status('about', abouts, { width: 80 }),
    status('kind', kinds, { width: 128 }),
    tags,
    assignee,
    instant('createdAt', { label: 'Came in', sort: 'createdAt', width: 104 }),
    stars,
    reference('customer', 'customer', { width: 136 }),
    reference('store', 'store', { width: 136 }),
    reference('order', 'order', { width: 104 }),
    reference('ticket', 'ticket', { width: 88 }),
    reference('rider', 'rider', { width: 120 }),
    reference('branch', 'branch'),
  ],
  sort: '-createdAt',
  countsWhenAsked: true,
  filters: [
    search('Words, number, order or customer'),
    oneOf('about', optionsOf(feedbackAboutLabels)),
    oneOf('state', optionsOf(feedbackStateLabels)),
    oneOf('tag', reasonOptions('feedback'), { label: 'Tag' }),
    oneOf('kind', optionsOf(feedbackKindLabels)),
    oneOf('assigneeId', assignees, { label: 'Assignee' }),
    toggle('mine', 'Mine'),
    oneOf(
      'stars',
      [5, 4, 3, 2, 1].map((count) => ({ value: String(count), label: starWords(count) })),
      { label: 'Stars' },
    ),
    dateRange('from', 'to', 'Came in'),
    storeFilter,
    branchFilter,
    orderFilter,
    linkedFilter('customerId', { label: 'Customer', ...customerReference }),
    linkedFilter('riderId', { label: 'Rider', from: riderContract, title: (row: { name: string }) => row.name }),
  ],
  views: [
    { label: 'New', query: { state: 'new' } },
    { label: 'Mine', query: { mine: 'true', state: 'assigned' } },
    { label: 'Answered', query: { state: 'answered' } },
    { label: 'Closed', query: { state: 'closed' } },
  ],
  badge: ({ state }) => <StatusChip style={states[state]} />,
  panels: [
    panel('Said', (one: Feedback) => (
      <Stack gap={2}>
        <Written text={one.text} />
        {one.stars !== null && <Stars stars={one.stars} />}
      </Stack>
    )),
    panel('Answer', ({ answer }: Feedback) =>
      answer ? (
        <Stack gap={1}>
          <Written text={answer.text} />
          <Text as="p" size={13} tone="muted">
            {answer.by.name}, <When at={answer.at} />
          </Text>
        </Stack>
      ) : (
        <Text tone="muted">Not answered yet.</Text>
      ),
    ),
    facts<Feedback>('Feedback', [
      status('about', abouts),
      status('kind', kinds),
      tags,
      assignee,
      reference('order', 'order'),
      reference('customer', 'customer'),
      reference('store', 'store'),
      reference('rider', 'rider'),
      reference('branch', 'branch'),
      reference('ticket', 'ticket'),
      instant('createdAt', { label: 'Came in' }),
    ]),
  ],
  actions: feedbackActs,
  history: feedbackHistory,
  emptyText: 'What customers say of the app, a store or a rider, in their app.',
})
