import { Client } from 'pg'
import { statements } from './bare-statements.ts'
import { connections, type Sample } from './load.ts'

export type Ask = (statement: keyof typeof statements, values?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

/** What the driver and the server can do without any program between them: the bare statements, asked over and over on 8 connections. */
export async function loopNaked(
  url: string,
  work: (ask: Ask, plain: (text: string) => Promise<unknown>) => Promise<unknown>,
  seconds: number,
): Promise<Sample> {
  const latencies: number[] = []
  const until = performance.now() + seconds * 1000
  const worker = async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    // What ended it is told by the statement that it ended.
    client.on('error', () => {})
    const ask: Ask = (name, values = []) => client.query({ name, text: statements[name], values: [...values] })
    for (let began = performance.now(); began < until; ) {
      await work(ask, (text) => client.query(text))
      const now = performance.now()
      latencies.push(now - began)
      began = now
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return { perSecond: latencies.length / seconds, latencies: latencies.sort((a, b) => a - b), failures: 0 }
}
