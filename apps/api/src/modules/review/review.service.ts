import { reviewContract } from '@larder/contract'
import { sql } from 'kysely'
import type { Work } from '#kit/context.ts'
import { resource } from '#kit/resource.ts'

interface Rated {
  store_id: string
  food_stars: number
}

/** What customers say of delivered orders. */
export const reviews = resource(reviewContract, {
  table: 'review',
  permission: 'ticket.view',
  rows: (db) =>
    db
      .selectFrom('review')
      .innerJoin('store', 'store.id', 'review.store_id')
      .innerJoin('branch', 'branch.id', 'review.branch_id')
      .innerJoin('orders', 'orders.id', 'review.order_id')
      .leftJoin('rider', 'rider.id', 'review.rider_id')
      .leftJoin('staff as replier', 'replier.id', 'review.replied_by')
      .selectAll('review')
      .select(['store.display_name as store_name', 'store.vertical', 'branch.name as branch_name', 'rider.name as rider_name'])
      .select(['orders.number as order_number', 'orders.customer_name', 'replier.name as replier_name']),
  scope: { branch: 'review.branch_id', store: 'review.store_id' },
  present: (row) => ({
    order: { id: row.order_id, name: row.order_number },
    food: row.food_stars,
    delivery: row.delivery_stars,
    app: row.app_stars,
    reply:
      row.reply !== null && row.replied_by && row.replied_at
        ? { text: row.reply, by: { id: row.replied_by, name: row.replier_name ?? '' }, at: row.replied_at }
        : null,
  }),
  search: { text: 'review.search' },
  isLarge: true,
  filters: {
    vertical: 'store.vertical',
    rating: 'review.food_stars',
    answered: (isAnswered) => (isAnswered ? sql<boolean>`review.reply is not null` : sql<boolean>`review.reply is null`),
  },
  acts: {
    approve: {
      whyNot: ({ state }) => (state === 'approved' ? 'It is approved already.' : null),
      sets: () => ({ state: 'approved', hidden_because: null }),
      also: ({ work, row }) => (row.state === 'hidden' ? rate(work, row, 1) : undefined),
    },
    hide: {
      whyNot: ({ state }) => (state === 'hidden' ? 'It is hidden already.' : null),
      sets: ({ body }) => ({ state: 'hidden', hidden_because: body.reason }),
      also: ({ work, row }) => rate(work, row, -1),
    },
    reply: {
      whyNot: ({ state }) =>
        state === 'hidden' ? { reason: 'review-hidden', message: 'It is hidden: nobody would read the answer.' } : null,
      sets: ({ ctx, body }) => ({ reply: body.text, replied_by: ctx.actor.id, replied_at: ctx.clock.instant() }),
    },
  },
})

/** Counts the stars of a review for its store, or no more: hidden ones do not count. Told with the review, and no change of the store. */
export async function rate(work: Work, { store_id, food_stars }: Rated, times: 1 | -1): Promise<void> {
  const stars = sql<number>`stars + ${times * food_stars}`
  const ratings = sql<number>`ratings + ${times}`
  await work.db
    .updateTable('store')
    .set({ stars, ratings, rating_tenths: sql<number>`case when ${ratings} > 0 then round((${stars}) * 10.0 / (${ratings})) end` })
    .where('id', '=', store_id)
    .execute()
}
