import type { CaptureMoment } from '@larder/contract'
import { expect } from 'vitest'
import { findMisbooked } from '../src/modules/ledger/recompute.service.ts'
import { findBrokenOrders } from '../src/modules/order/read/invariants.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { gatewaySecret } from './gateway-signature.ts'
import { type OrderWorld, orderWorld, place } from './order-world.ts'

/** The API with a store, a channel and the simulated gateway as its own process; nothing happens but what a test runs. */
export interface GatewayWorld extends OrderWorld {
  gateway: GatewayProcess
  /** Places an order that is paid through the gateway. */
  begin(given?: object): Promise<{ id: string; number: string; total: { minor: number } }>
  /** Places one that is picked up, and waits until its money is authorised. */
  held(): Promise<{ id: string; number: string; total: { minor: number } }>
  /** When the money of what is placed from now on is captured. */
  captureWhen(moment: CaptureMoment): Promise<void>
  /** Lets the job do what is due. */
  settle(): Promise<void>
  /** What the customer pays with, once the gateway knows of the order. */
  checkoutOf(orderId: string): Promise<string>
  /** Settles again and again, while time passes, until the order is as wanted. */
  until(orderId: string, wanted: object): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  read(orderId: string): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  paymentOf(orderId: string): Promise<any>
  close(): Promise<void>
}

export async function gatewayWorld(faults: object = {}): Promise<GatewayWorld> {
  const gateway = await startGateway(faults)
  const world = await orderWorld({ gateway: { name: 'simulated', url: gateway.url, secret: gatewaySecret } })
  const settle = () => world.app.services.jobs.run('settle-payments')
  const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
  const seen = async (id: string) => (await world.app.call(`GET /channel/orders/${id}`, { as: world.channel })).body
  const begin = (given: object = {}) => place(world, { payment: { method: 'online', through: 'gateway' }, ...given })
  const checkoutOf = async (id: string) => {
    await settle()
    return (await seen(id)).payment.checkout
  }
  const until = async (id: string, wanted: object) => {
    const look = async () => {
      world.clock.forward(0.2)
      await settle()
      return read(id)
    }
    await expect.poll(look, { timeout: 20_000, interval: 20 }).toMatchObject(wanted)
  }
  return {
    ...world,
    gateway,
    settle,
    read,
    begin,
    checkoutOf,
    until,
    paymentOf: async (id) => (await world.app.call(`GET /payments?orderId=${id}`, { as: world.admin })).body.rows[0],
    async held() {
      const order = await begin({ orderType: 'pickup', address: undefined })
      await gateway.pay(await checkoutOf(order.id))
      await until(order.id, { status: 'pending', paymentState: 'authorised' })
      return order
    },
    async captureWhen(moment) {
      const value = JSON.stringify(moment)
      await world.db
        .insertInto('setting')
        .values({ key: 'order.capture', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
      world.app.services.settings.forget()
    },
    async close() {
      expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
      expect(await findMisbooked(world.db)).toEqual([])
      await world.app.close()
      await gateway.end()
    },
  }
}
