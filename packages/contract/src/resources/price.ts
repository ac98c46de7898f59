import * as z from 'zod/mini'
import { Money } from '../values/money.ts'

/** An amount that somebody pays: zero or more. */
export const Price = Money.check(z.refine(({ minor }) => minor >= 0, { error: 'must not be negative', path: ['minor'] }))
