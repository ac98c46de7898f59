import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { orderContract, systemContract } from '@larder/contract'
import { fillBareDatabase } from './bare-database.ts'
import { waitUntilBooked } from './ledger-booked.ts'
import { databaseUrl, withClient } from './postgres.ts'
import { type Served, startBare, startHandlers, startProduct } from './processes.ts'
import { ask, signIn } from './session.ts'

/** Product, bare server and bare handlers side by side on one data folder, and values to ask them with. */
export interface World {
  orders: number
  dataDir: string
  product: Served
  bare: Served
  handlers: Served
  bareUrl: string
  token: string
  ids: string[]
  names: string[]
  /** Places deep in the list: the product's cursor, and the id that the bare server goes on from. */
  deep: { page: number; cursor: string; before: string }[]
  /** How many earlier orders were booked a second while it was opened; null where all were. */
  bookedPerSecond: number | null
}

const apiPath = (path: string) => `/api${path}`
const deepPage = 2000
const places = 20

/** Starts both on the folder, seeding it where it is empty, and takes samples of what is in it. */
export async function openWorld(dataDir: string, orders: number, onStep: (step: string) => void): Promise<World> {
  const product = await startProduct(dataDir, { DEMO_ORDERS: String(orders) }, onStep)
  const bookedPerSecond = await waitUntilBooked(dataDir, onStep)
  onStep('Filling the bare database')
  const bareUrl = await fillBareDatabase(dataDir)
  const [bare, handlers] = [await startBare(bareUrl), await startHandlers(databaseUrl(dataDir, 'larder'))]
  onStep('Reading the databases into memory')
  await readFiles(join(dataDir, 'postgres/cluster/base'))
  const token = await signIn(product.address)
  // Of the bare database, which lacks what was ordered since it was filled.
  const ids = await withClient(bareUrl, (client) => client.query<{ id: string }>('select id from orders order by random() limit 2000'))
  const names = await withClient(databaseUrl(dataDir, 'larder'), (client) =>
    client.query<{ name: string }>('select lower(name) as name from customer order by random() limit 60'),
  )
  const sampled = { ids: ids.rows.map(({ id }) => id), names: names.rows.map(({ name }) => beginning(name)) }
  onStep(`Turning to page ${deepPage}`)
  const deep = await turnPages(product.address, token, Math.min(deepPage, Math.floor(orders / 50)))
  return { orders, dataDir, product, bare, handlers, bareUrl, token, ...sampled, deep, bookedPerSecond }
}

/** What is measured is the program, not how long ago a disk was read. */
async function readFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((each) => each.isFile())) {
    const bytes = createReadStream(join(file.parentPath, file.name), { highWaterMark: 1 << 20 })
    bytes.resume()
    await once(bytes, 'close').catch((error: NodeJS.ErrnoException) => {
      // The server removes files of its own while they are read.
      if (error.code !== 'ENOENT') throw error
    })
  }
}

export async function closeWorld({ product, bare, handlers }: World): Promise<void> {
  await handlers.stop()
  await bare.stop()
  await product.stop()
}

export async function answersAt(address: string): Promise<boolean> {
  return (await fetch(address + apiPath(systemContract.health.path))).ok
}

async function turnPages(address: string, token: string, page: number): Promise<World['deep']> {
  const deep: World['deep'] = []
  let cursor = ''
  const turn = async (limit: number) => {
    const from = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { rows, next } = await ask<{ rows: { id: string }[]; next: string }>(
      address,
      `${orderContract.list.path}?limit=${limit}${from}`,
      token,
    )
    cursor = next
    return rows.at(-1)?.id ?? ''
  }
  for (let turned = 0; turned < page - 4; turned += 4) await turn(100)
  for (let at = 0; at < places; at++) {
    const before = await turn(25)
    deep.push({ page: page + at, cursor, before })
  }
  return deep
}

// What a person types before the result is there: the first name and two letters.
function beginning(name: string): string {
  const [first = '', last = ''] = name.split(' ')
  return `${first} ${last.slice(0, 2)}`.trim()
}
