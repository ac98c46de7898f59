import { randomBytes } from 'node:crypto'
import { currentInstant } from '@larder/contract'
import type { Callbacks } from './callbacks.ts'
import type { Chance, Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import { type Card, capture, type Payment, pay, Refused, refund, settlePayment, settleRefund, voidPayment } from './payment.ts'

/** What is asked for in a new payment. */
export interface NewPayment {
  key: string
  order: string
  amount: number
  currency: string
  capture: boolean
}

/** The gateway's payments: every change is in the journal, with what is to be told of it, before it is answered. */
export interface Book {
  begin(asked: NewPayment): Payment
  pay(token: string, card: Card): Payment
  capture(id: string, amount: number): Payment
  void(id: string): Payment
  refund(id: string, key: string, amount: number): Payment
  find(id: string): Payment
  ofToken(token: string): Payment
  /** Those that were begun since then, oldest first, after an id. */
  list(since: string, after: string, limit: number): Payment[]
  /** Takes over payments of before, as they are. */
  take(payments: readonly Payment[]): void
  stop(): void
}

interface Parts {
  journal: Journal
  callbacks: Callbacks
  chance: Chance
  faults: () => Faults
}

export function createBook({ journal, callbacks, chance, faults }: Parts): Book {
  const timers = new Set<NodeJS.Timeout>()
  const byKey = new Map([...journal.payments.values()].map(({ key, id }) => [key, id]))
  const byToken = new Map([...journal.payments.values()].map(({ token, id }) => [token, id]))

  function keep(payment: Payment, type: string): Payment {
    const callback = { id: newId('evt'), type, payment: payment.id }
    journal.write({ payment, callback })
    byKey.set(payment.key, payment.id)
    byToken.set(payment.token, payment.id)
    callbacks.send(callback)
    settleLater(payment)
    return payment
  }

  function change(id: string, type: string, act: (payment: Payment) => Payment): Payment {
    const before = find(id)
    const after = act(before)
    return after === before ? before : keep(after, type)
  }

  function obey(id: string, type: string, act: (payment: Payment) => Payment): Payment {
    const { forget } = faults()
    return forget > 0 && chance.happens(forget) ? find(id) : change(id, type, act)
  }

  // What is on its way arrives by itself, after a restart too.
  function settleLater(payment: Payment): void {
    const isOnItsWay = payment.processing || payment.refunds.some(({ state }) => state === 'pending')
    if (!isOnItsWay) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      settle(payment.id)
    }, faults().settleAfter)
    timers.add(timer)
  }

  function settle(id: string): void {
    change(id, 'payment.settled', (payment) => (payment.processing ? settlePayment(payment) : payment))
    for (const { id: refundId, state } of find(id).refunds)
      if (state === 'pending')
        change(id, 'refund.settled', (payment) => settleRefund(payment, refundId, chance.happens(faults().failRefunds)))
  }

  function find(id: string): Payment {
    const payment = journal.payments.get(id)
    if (!payment) throw new Refused('There is no such payment.')
    return payment
  }

  function ofToken(token: string): Payment {
    return find(byToken.get(token) ?? '')
  }

  for (const payment of journal.payments.values()) settleLater(payment)
  for (const callback of journal.waiting.values()) callbacks.send(callback)

  return {
    begin({ key, order, amount, currency, capture: isCaptured }) {
      const known = byKey.get(key)
      if (known) return find(known)
      const none = { state: 'pending', captured: 0, processing: false, failure: null, refunds: [] as Payment['refunds'] } as const
      const names = { id: newId('pay'), key, order, token: newId('token'), createdAt: currentInstant() }
      return keep({ ...none, ...names, amount, currency, capture: isCaptured }, 'payment.begun')
    },
    pay: (token, card) => change(ofToken(token).id, 'payment.tried', (payment) => pay(payment, card)),
    capture: (id, amount) => obey(id, 'payment.captured', (payment) => capture(payment, amount)),
    void: (id) => obey(id, 'payment.voided', voidPayment),
    refund: (id, key, amount) => obey(id, 'refund.begun', (payment) => refund(payment, { id: newId('rfnd'), key, amount })),
    find,
    ofToken,
    list: (since, after, limit) =>
      [...journal.payments.values()]
        .filter(({ id, createdAt }) => createdAt >= since && id > after)
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit),
    take(payments) {
      journal.write(...payments.map((payment) => ({ payment })))
      for (const payment of payments) {
        byKey.set(payment.key, payment.id)
        byToken.set(payment.token, payment.id)
        settleLater(payment)
      }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

function newId(kind: string): string {
  return `${kind}_${randomBytes(8).toString('hex')}`
}
