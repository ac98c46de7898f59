import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { channelContract, type Order, orderContract } from '@larder/contract'
import { inNewBrowser } from './browser.ts'
import { framesOf, noteFrames } from './frames.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { startProduct } from './processes.ts'
import { channelOf, chooseBasket } from './screens.ts'
import { ask, signIn } from './session.ts'
import { atMost, type Claim } from './targets.ts'

const boardPath = '/order/view?show=board'
const open = 200
const perSecond = 20
const seconds = 20
/** Milliseconds of one frame above which a hand notices. */
const noticed = 50
const settleMs = 3000

/** What an order goes through on the board, one act after the other, until it is handed over. */
const course = [orderContract.accept, orderContract.startPreparing, orderContract.markReady, orderContract.collect] as const
type Standing = Pick<Order, 'id' | 'version' | 'due'>

/** The board of a lunch rush in a browser: how many of its frames take so long that a hand notices, while twenty orders a second move. */
export async function measureBoard(dataDir: string, orders: number, tell: (step: string) => void): Promise<Claim[]> {
  const product = await startProduct(dataDir, { DEMO_ORDERS: String(orders) })
  try {
    const token = await signIn(product.address)
    const rush = await rushOf(product.address, dataDir, token)
    await rush.fill()
    return await inNewBrowser(token, async (context) => {
      const page = await context.newPage()
      await page.goto(product.address + boardPath)
      await page.waitForFunction((most) => document.querySelectorAll('[data-row]').length >= most, open - 10, { timeout: 60_000 })
      await pause(settleMs)
      await page.evaluate(noteFrames)
      const changes = await rush.move(perSecond, seconds)
      const { long, worst, frames } = await framesOf(page)
      tell(`board: ${frames} frames, ${changes} changes, the longest frame ${worst.toFixed(0)} ms`)
      const what = `board of ${open} open orders, ${(changes / seconds).toFixed(0)} changes a second`
      return [atMost(`${what}: frames over ${noticed} ms`, long, 0, ''), atMost(`${what}: the longest frame`, worst, noticed, 'ms')]
    })
  } finally {
    await product.stop()
  }
}

/** Orders of one store for collection, by how far they have come. */
async function rushOf(address: string, dataDir: string, token: string) {
  await withClient(databaseUrl(dataDir, 'larder'), (client) =>
    client.query('update store set max_orders_per_quarter_hour = null, auto_accept = false'),
  )
  const call = channelOf(address, readFileSync(join(dataDir, 'channel-key'), 'utf8').trim())
  const basket = await chooseBasket(call)
  const stages: Standing[][] = course.map(() => [])
  let placed = 0

  const place = async () => {
    const number = placed++
    const customer = { name: 'Meera Thomas', phone: `+9198471${String(number).padStart(5, '0')}` }
    const order = { ...basket, customer, externalId: `board-${process.pid}-${performance.timeOrigin}-${number}` }
    stages[0]?.push(await call<Standing>('POST', channelContract.placeOrder.path, order))
  }
  const advance = async (stage: number) => {
    const endpoint = course[stage]
    const order = stages[stage]?.shift()
    if (!endpoint || !order) return
    const body = { version: order.version, ...(endpoint === orderContract.collect && { collected: order.due }) }
    const moved = await ask<Standing>(address, endpoint.path.replace(':id', order.id), token, body)
    stages[stage + 1]?.push(moved)
  }
  return {
    /** As many in each stage. */
    async fill() {
      for (let count = 0; count < open; count++) await place()
      for (let stage = 0; stage < course.length - 1; stage++) {
        const further = (open * (course.length - 1 - stage)) / course.length
        for (let count = 0; count < further; count++) await advance(stage)
      }
    },
    /** Orders come, move and go at a steady pace; answers how many changes that were. */
    async move(pace: number, forSeconds: number) {
      const begun = performance.now()
      const moving: Promise<void>[] = []
      const changes = pace * forSeconds
      for (let change = 0; change < changes; change++) {
        await pause(Math.max(0, begun + (change * 1000) / pace - performance.now()))
        const kind = change % (course.length + 1)
        moving.push(kind === 0 ? place() : advance(course.length - kind))
      }
      await Promise.all(moving)
      return changes
    },
  }
}
