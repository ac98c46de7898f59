import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from './load.ts'
import { startProduct } from './processes.ts'
import { answersAt } from './world.ts'

/** Seconds from the start of the process to its first answer, its database server included; memory in MB once it has settled. */
export interface Starts {
  coldSeconds: number
  warmSeconds: number
  idleMb: number
}

const warmStarts = 5
const settleMs = 4000

/** The first start on an empty folder, which makes the database and the demo city, and later ones on a filled folder. */
export async function measureStarts(filledDir: string): Promise<Starts> {
  const empty = mkdtempSync(join(tmpdir(), 'larder-bench-'))
  // The database's own user must get in.
  chmodSync(empty, 0o711)
  const cold = await timeStart(empty, async () => 0)
  rmSync(empty, { recursive: true, force: true })
  const warm: number[] = []
  let idleMb = 0
  for (let start = 0; start < warmStarts; start++) {
    const isLast = start === warmStarts - 1
    const { seconds, told } = await timeStart(filledDir, async (memoryMb) => {
      if (!isLast) return 0
      await pause(settleMs)
      return memoryMb()
    })
    warm.push(seconds)
    idleMb = told
  }
  return { coldSeconds: cold.seconds, warmSeconds: median(warm), idleMb }
}

async function timeStart(dataDir: string, look: (memoryMb: () => number) => Promise<number>): Promise<{ seconds: number; told: number }> {
  const began = performance.now()
  const product = await startProduct(dataDir)
  await answersAt(product.address)
  const seconds = (performance.now() - began) / 1000
  const told = await look(product.memoryMb)
  await product.stop()
  return { seconds, told }
}
