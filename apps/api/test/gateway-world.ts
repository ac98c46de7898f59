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
  /** Lets the job do what is due. */
  settle(): Promise<void>
  /** What the customer pays with, once the gateway knows of the order. */
  checkoutOf(orderId: string): Promise<string>
  /** Settles again and again, while time passes, until the order is as wanted. */
  until(orderId: string, wanted: object): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  read(orderId: string): Promise<any>
  close(): Promise<void>
}

export async function gatewayWorld(faults: object = {}): Promise<GatewayWorld> {
  const gateway = await startGateway(faults)
  const world = await orderWorld({ gateway: { name: 'simulated', url: gateway.url, secret: gatewaySecret } })
  const settle = () => world.app.services.jobs.run('settle-payments')
  const read = async (id: string) => (await world.app.call(`GET /orders/${id}`, { as: world.admin })).body
  const seen = async (id: string) => (await world.app.call(`GET /channel/orders/${id}`, { as: world.channel })).body
  return {
    ...world,
    gateway,
    settle,
    read,
    begin: (given = {}) => place(world, { payment: { method: 'online', through: 'gateway' }, ...given }),
    async checkoutOf(id) {
      await settle()
      return (await seen(id)).payment.checkout
    },
    async until(id, wanted) {
      const look = async () => {
        world.clock.forward(0.2)
        await settle()
        return read(id)
      }
      await expect.poll(look, { timeout: 20_000, interval: 20 }).toMatchObject(wanted)
    },
    async close() {
      expect(await findBrokenOrders(world.app.database.pool)).toEqual([])
      expect(await findMisbooked(world.db)).toEqual([])
      await world.app.close()
      await gateway.end()
    },
  }
}
