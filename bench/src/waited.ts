import { quantile } from './load.ts'
import type { World } from './world.ts'

/** 95 of 100 were answered within so many milliseconds, asked one after the other, as somebody waits for them. Paths are below `/api`. */
export async function waitedFor({ product, token }: Pick<World, 'product' | 'token'>, paths: readonly string[]): Promise<number> {
  return quantile(await askedFor(product.address, token, paths), 0.95)
}

/** How many milliseconds each took, shortest first. */
export async function askedFor(address: string, token: string, paths: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const path of paths) {
    const began = performance.now()
    const answer = await fetch(`${address}/api${path}`, { headers: { 'x-api-key': token } })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)
}
