import { instantOf } from '@larder/contract'
import type { DemoRows } from '../record-rows.ts'

/** What the desk says again and again: name, who reads it, text. */
const macros = [
  [
    'Late, on its way',
    'outside',
    'Dear {customer}, your order {order} from {store} is late, and we are sorry. It is on its way to you now.\n{agent}',
  ],
  [
    'Something was missing',
    'outside',
    'Dear {customer}, we are sorry that something of {order} was missing. What you paid for it goes back to you.\n{agent}',
  ],
  ['Refund sent', 'outside', 'Dear {customer}, the refund of {order} is sent. Your bank shows it within five working days.\n{agent}'],
  ['We look into it', 'outside', 'Dear {customer}, thank you for telling us. We look into it and write again today.\n{agent}'],
  ['Ask the store what was packed', 'outside', 'Dear {store}, what was packed for {order}? Please answer within the hour.\n{agent}'],
  ['Called, nobody answered', 'internal', 'Called {customer} twice about {order}, nobody answered. Next try in an hour. {agent}'],
  ['Agreed by phone', 'internal', 'Agreed with {customer} by phone: a credit instead of a refund. {agent}'],
] as const

export const rows: DemoRows = ({ foundedMs }, random) => {
  const founded = instantOf(foundedMs)
  const own = () => ({ id: random.id(foundedMs), created_at: founded, updated_at: founded })
  return { macro: macros.map(([name, audience, text], sort) => ({ ...own(), name, audience, text, sort, active: true })) }
}
