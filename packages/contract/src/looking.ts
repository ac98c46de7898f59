import * as z from 'zod/mini'
import { Named } from './page.ts'
import { opaque } from './values/text.ts'

/** What somebody has before them: an order, or a board by what it is cut by (`order:<id>`, `board:vertical=fish`). */
export const Place = opaque(200, 1).check(z.regex(/^(order|board):/, 'is an order or a board, such as "board:"'))

/** How many of those who look are told by name. */
export const mostLookers = 10

/** Who looks at what the hearer looks at, the hearer included: some by name, and how many people that are; not sequenced, only the newest counts. */
export const Lookers = z.strictObject({ place: z.string(), people: z.array(Named), total: z.int() })
export type Lookers = z.infer<typeof Lookers>

/** Seconds after which somebody who has not said again that they look is taken to have left, and how often they say it. */
export const lookingSeconds = { until: 45, every: 15 } as const

/** What a client says: where it looks, again and again, and null when it leaves. Anything else is ignored. */
export interface ClientEvents {
  looking: (place: string | null) => void
}
