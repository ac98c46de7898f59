import { readingParts } from './parts.ts'
import { databaseUrl } from './postgres.ts'
import { startProduct } from './processes.ts'
import { signIn } from './session.ts'
import { countStatements, statementsOf } from './statement-count.ts'
import { atMost, type Claim } from './targets.ts'
import type { World } from './world.ts'

const requests = 300
const mostStatements = 3

/** How many statements a list, a search, a detail and the dashboard run: counted between the product and its database. */
export async function measureStatements(world: World): Promise<Claim[]> {
  const counter = await countStatements(databaseUrl(world.dataDir, 'larder'))
  const product = await startProduct(world.dataDir, { DATABASE_URL: counter.url, SECRET_KEY: 'bench-bench-bench-bench-bench-bench-1' })
  const claims: Claim[] = []
  try {
    const token = await signIn(product.address)
    const parts = readingParts(world)
    for (const part of ['list', 'search', 'detail', 'dashboard'] as const) {
      const count = await statementsOf(counter, product.address, token, parts[part].product, requests)
      claims.push(atMost(`${parts[part].title}: SQL statements a request`, count, mostStatements, ''))
    }
  } finally {
    await product.stop()
    await counter.stop()
  }
  return claims
}

/** Bytes of a page of 25 orders, as it travels without compression. */
export async function pageBytes({ product, token }: World): Promise<number> {
  const answer = await fetch(`${product.address}/api/orders`, { headers: { 'x-api-key': token, 'accept-encoding': 'identity' } })
  return (await answer.arrayBuffer()).byteLength
}
