import { addCustomer } from '../../factories.ts'
import type { Examples } from '../world.ts'

/** Good calls of what is done about what customers, stores and riders need. */
export const examples: Examples = ({ app, db, at, orderIn, created, otherAdmin, reasonOf }) => {
  const draft = async () => ({ topicCode: await reasonOf('ticket'), priority: 'normal', queue: 'care', text: 'It is an hour late.' })
  // One order is enough for what is done with tickets: lists of orders are looked through whole.
  let made: Promise<string> | undefined
  const anOrder = () => {
    made ??= orderIn('delivered')
    return made
  }
  const open = async (more: object = {}) => created('/tickets', { ...(await draft()), orderId: await anOrder(), ...more })
  const done = async (id: string, act: string, body: object = {}, as = otherAdmin) => {
    const { version } = await db.selectFrom('ticket').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    const answer = await app.call(`POST /tickets/${id}/${act}`, { as, body: { version, ...body } })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return { params: { id }, version: version + 1 }
  }
  const after = async (act: string, body: object, given: object, as = otherAdmin) => {
    const { params, version } = await done(await open(), act, given, as)
    return { params, body: { version, ...body } }
  }
  return {
    'ticket.create': async () => ({ body: { ...(await draft()), orderId: await anOrder(), lines: [] } }),
    'remedy.create': async () => {
      const customer = await addCustomer(db)
      const ticketId = await open({ orderId: await orderIn('delivered', { customer_id: customer.id }) })
      const given = { kind: 'credit', amount: { minor: 5_000, currency: 'INR' }, reasonCode: await reasonOf('refund'), given: 0 }
      return { body: { ticketId, ...given, note: 'Agreed by phone' } }
    },
    'ticket.claim': async () => at(await open(), {}),
    'ticket.takeOver': () => after('claim', { reason: 'Her shift is over' }, {}),
    'ticket.release': async () => ({ ...(await after('claim', {}, {})), as: otherAdmin }),
    'ticket.wait': async () => at(await open(), { for: 'customer' }),
    'ticket.snooze': async () => at(await open(), { hours: 4 }),
    'ticket.resume': () => after('snooze', {}, { hours: 4 }),
    'ticket.solve': async () => at(await open(), {}),
    'ticket.close': async () => at(await open(), {}),
    'ticket.reopen': () => after('solve', { reason: 'They called again' }, {}),
    'ticket.note': async () => at(await open(), { text: 'Asked the store.' }),
    'ticket.answer': async () =>
      at(await open({ orderId: await orderIn('delivered') }), { to: 'customer', text: 'We are looking into it.' }),
    'ticket.merge': async () => at(await open(), { intoId: await open() }),
    'ticket.unmerge': async () => after('merge', {}, { intoId: await open() }),
    'ticket.split': async () => at(await open(), { topicCode: await reasonOf('ticket'), text: 'The rider was rude too.' }),
    'ticket.update': async () => at(await open(), { priority: 'high' }),
  }
}
