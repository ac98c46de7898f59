import { type Call, drive, median, quantile, type Sample } from './load.ts'
import { loopNaked } from './naked.ts'
import type { Part } from './parts.ts'
import type { World } from './world.ts'

/** One side's figures: requests a second (median of the rounds), and milliseconds over all rounds. */
export interface Side {
  perSecond: number
  p50: number
  p95: number
  failures: number
}

/** A part's figures at one size. */
export interface Measured {
  part: string
  title: string
  orders: number
  product: Side
  bare: Side
  handlers: Side | null
  naked: Side | null
  /** The product's memory at its highest meanwhile, in MB. */
  memoryMb: number
}

export interface RoundOptions {
  rounds: number
  seconds: number
  /** Where requests are used up: how many there are in a round, and what makes them anew. */
  supply?: { requests: number; renew: () => Promise<void> }
}

/** Measures the four in turns, so that whatever else the machine does meets all of them; after a first turn that does not count. */
export async function measure(world: World, part: string, facts: Part, { rounds, seconds, supply }: RoundOptions): Promise<Measured> {
  const samples: { product: Sample[]; bare: Sample[]; handlers: Sample[]; naked: Sample[] } = {
    product: [],
    bare: [],
    handlers: [],
    naked: [],
  }
  let memoryMb = 0
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0
    const until = { seconds: isWarmUp ? 1 : seconds }
    const driveOurs = async (address: string, token: string | null, next: () => Call) => {
      await supply?.renew()
      return drive(address, token, next, supply ? { requests: supply.requests } : until)
    }
    const product = await driveOurs(world.product.address, world.token, facts.product)
    memoryMb = Math.max(memoryMb, world.product.memoryMb())
    const handlers = facts.hasHandlers ? await driveOurs(world.handlers.address, null, () => withoutApi(facts.product())) : null
    const bare = await drive(world.bare.address, null, facts.bare, until)
    const naked = facts.naked && (await loopNaked(world.bareUrl, facts.naked, until.seconds))
    if (isWarmUp) continue
    samples.product.push(product)
    samples.bare.push(bare)
    if (handlers) samples.handlers.push(handlers)
    if (naked) samples.naked.push(naked)
  }
  return {
    part,
    title: facts.title,
    orders: world.orders,
    product: summed(samples.product),
    bare: summed(samples.bare),
    handlers: summedIfAny(samples.handlers),
    naked: summedIfAny(samples.naked),
    memoryMb,
  }
}

function withoutApi(call: Call): Call {
  return { ...call, path: call.path.replace('/api', '') }
}

function summedIfAny(samples: readonly Sample[]): Side | null {
  return samples.length > 0 ? summed(samples) : null
}

function summed(samples: readonly Sample[]): Side {
  const all = samples.flatMap(({ latencies }) => latencies).sort((a, b) => a - b)
  return {
    perSecond: median(samples.map(({ perSecond }) => perSecond)),
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    failures: samples.reduce((sum, { failures }) => sum + failures, 0),
  }
}
