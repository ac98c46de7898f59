import {
  activeStatuses,
  deliveryTransitions,
  instantOf,
  type OrderStatus,
  orderActions,
  orderTransitions,
  transitionOf,
} from '@larder/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anOrder, build, moment, movers, play, reason, start, steps } from '../../../../test/order-lives.ts'
import { orderedTotalOf } from '../../../../test/order-packing.ts'
import { isToldByRow, judgeStep } from '../../../../test/order-rules.ts'
import { type DecidedOrder, decideOrder, type OrderAct } from './decide.ts'
import { capturedOf, sumOf } from './refundable.ts'

const pairs = (history: ReturnType<typeof play>) =>
  history.slice(1).map(({ order, act }, index) => ({ before: history[index]?.order ?? order, after: order, act }))
const always = (check: (history: ReturnType<typeof play>) => void, options: { numRuns: number; seed?: number } = { numRuns: 300 }) =>
  fc.assert(
    fc.property(anOrder, steps, (order, taken) => check(play(order, taken))),
    options,
  )

describe('whatever is done in whatever order', () => {
  test('an order moves along its table only', () => {
    always((history) => {
      for (const { before, after, act } of pairs(history)) {
        const transition = orderTransitions.find(({ action }) => action === act?.action)
        if (before.status === after.status) continue
        // What is paid goes on by itself, as the timer would send it.
        if (act?.action === 'payment') {
          expect([before.status, after.status]).toEqual(['placed', 'pending'])
          continue
        }
        expect(transition?.from).toContain(before.status)
        expect(transition?.to).toBe(after.status)
      }
    })
  })

  test('an order that has ended stays so, unless it is restored', () => {
    const isActive = (status: OrderStatus) => (activeStatuses as readonly OrderStatus[]).includes(status)
    always((history) => {
      for (const { before, after, act } of pairs(history)) {
        if (isActive(before.status) || !isActive(after.status)) continue
        expect(act?.action).toBe('restore')
        expect(['cancelled', 'rejected']).toContain(before.status)
      }
    })
  })

  test('it is delayed at most twice', () => {
    always((history) => {
      expect(history.at(-1)?.order.delays).toBeLessThanOrEqual(2)
    })
  })

  test('the delivery leg moves along its table only; a change of rider goes through unassigned', () => {
    always((history) => {
      for (const { before, after, act } of pairs(history)) {
        const [from, to] = [before.delivery_state, after.delivery_state]
        if (from === to) continue
        const isReassigned = act?.action === 'assignRider' && deliveryTransitions[from].includes('unassigned')
        expect(deliveryTransitions[isReassigned ? 'unassigned' : from]).toContain(to)
      }
    })
  })

  test('the rules of money hold at every step, of the order and of what is booked of it', () => {
    always((history) => {
      let booked = {}
      for (const [index, { order, act }] of history.entries()) {
        const judged = judgeStep({ before: history[index - 1]?.order ?? null, after: order, action: act?.action ?? null, booked })
        expect(judged.broken).toEqual([])
        expect(isToldByRow(order)).toBe(true)
        booked = judged.booked
      }
    })
  })

  test('what was captured stays what it was: an edit gives back or asks for the difference, and nothing else makes a paid order dearer than it was ordered', () => {
    always((history) => {
      for (const { before, after, act } of pairs(history)) {
        const isDue = before.payment_state === 'due' || after.payment_state === 'due'
        if (before.payment_method !== 'online' || isDue) continue
        if (act?.action !== 'edit' && before.payment_state !== 'none') {
          const isPacked = act?.action === 'packWeights' || act?.action === 'markReady'
          // What was packed before it was paid may have been paid as more than was ordered: a weight takes back at most what weights took off.
          const takenOff = before.refunds.filter(
            ({ cause, state, attempts }) => cause === 'weights' && state === 'approved' && attempts === 0,
          )
          const most = isPacked ? Math.max(before.total_minor + sumOf(takenOff), orderedTotalOf(before)) : before.total_minor
          expect(after.total_minor).toBeLessThanOrEqual(most)
        }
        const taken = capturedOf(after) - after.collected_minor
        const isTaken = capturedOf(before) > 0 || before.refunds.length > 0
        if (isTaken && before.payment_state !== 'authorised' && before.payment_state !== 'voided') {
          expect(taken).toBe(capturedOf(before) - before.collected_minor)
        }
        if (act?.action !== 'edit') continue
        const back = after.refunds.filter(({ cause, state }) => cause === 'edit' && state === 'approved')
        // Nobody pays at the door what is on its way back to them.
        if (after.due_minor > 0) expect(back.filter(({ attempts }) => attempts === 0)).toEqual([])
      }
    })
  })

  test('every action of the table was reached, and edits that ask for money and give it back', () => {
    const reached = new Set<string>()
    let [dearer, cheaper] = [0, 0]
    // One seed: what is shown here is that the histories reach far, not a property of each.
    always(
      (history) => {
        for (const { before, after, act } of pairs(history)) {
          if (act) reached.add(act.action)
          if (act?.action !== 'edit' || before.payment_method !== 'online') continue
          if (before.payment_state === 'due' || after.payment_state === 'due') continue
          dearer += Number(after.due_minor > before.due_minor)
          cheaper += Number(after.refunds.some(({ cause, state }) => cause === 'edit' && state === 'approved'))
        }
      },
      { numRuns: 2000, seed: 20261120 },
    )
    expect([...orderActions].filter((action) => !reached.has(action))).toEqual([])
    expect(Math.min(dearer, cheaper)).toBeGreaterThan(0)
  })
})

test('each move is for its movers alone', () => {
  for (const { action, movers: allowed, from } of orderTransitions) {
    for (const mover of movers) {
      if (allowed.includes(mover)) continue
      const order = build(
        { status: from[0], timing: 'slot', order_type: 'delivery', payment_state: 'captured' } as Partial<DecidedOrder>,
        [null],
        100,
      )
      const verdict = decideOrder(
        order,
        { action, reason, rider: { id: 'r' }, by: { id: 'x', name: 'X' }, minutes: 5, prepMinutes: 5 } as OrderAct,
        moment(instantOf(start), mover),
      )
      expect(verdict, `${mover} ${action}`).toMatchObject({ refused: { reason: 'not-yours' } })
    }
  }
  expect(transitionOf('accept').movers).not.toContain('rider')
})
