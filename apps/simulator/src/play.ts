import { currentInstant, localTimeAt } from '@larder/contract'
import { pause } from './channel.ts'
import { nameRun, playCustomer } from './customer.ts'
import { demandAt, drawGapMs } from './demand.ts'
import { createFloor, type Floor } from './floor.ts'
import { playMachines } from './play-machines.ts'
import { createFleet, type Fleet } from './play-riders.ts'
import { playStores } from './play-stores.ts'
import { createRandom } from './random.ts'
import type { Town } from './town.ts'

const tickMs = 1000
const floorEveryMs = 2000
const fleetEveryMs = 15_000
const reportEveryMs = 60_000
// Nobody waits longer for the next look at how busy the hour is.
const longestGapMs = 15_000
const troubledMs = 2000

/** Plays the town until the wanted orders are acknowledged; without a number, until the program ends. Rejects when it is ended. */
export async function play(town: Town): Promise<void> {
  const { writers } = town.options
  const run = nameRun(town.options.seed)
  if (writers !== null) return playWriters(town, run, writers)
  const [floor, fleet] = [createFloor(town), createFleet(town)]
  await Promise.race([playVisitors(town, run), playFloor(town, floor, fleet), playMachines(town), report(town, floor, fleet)])
}

/** Customers one after the other, each as soon as the one before is served, on so many lines at once. */
async function playWriters(town: Town, run: string, writers: number): Promise<void> {
  const wanted = town.options.orders ?? Number.POSITIVE_INFINITY
  let [begun, number] = [0, 0]
  async function write(): Promise<void> {
    while (begun < wanted) {
      begun++
      if (await playCustomer(town, { number: number++, run, browses: false })) continue
      begun--
      await pause(50, town.signal)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

async function playVisitors(town: Town, run: string): Promise<void> {
  const { orders, ordersPerMinute, hourly, seed, timeZone } = town.options
  const random = createRandom(`${seed} arrivals`)
  const visits = new Set<Promise<unknown>>()
  for (let number = 0; ; ) {
    if (orders !== null && town.tally.total('placed') >= orders) return
    const perMinute = ordersPerMinute * (hourly ? demandAt(currentInstant(), timeZone) : 1)
    const gapMs = perMinute > 0 ? drawGapMs(random, perMinute) : Number.POSITIVE_INFINITY
    await pause(Math.min(gapMs, longestGapMs), town.signal)
    const isFull = orders !== null && town.tally.total('placed') + visits.size >= orders
    if (gapMs > longestGapMs || isFull || !town.channel.isUp()) continue
    const visit = playCustomer(town, { number: number++, run, browses: true }).catch(complainUnless(town.signal))
    visits.add(visit)
    void visit.then(() => visits.delete(visit))
  }
}

async function playFloor(town: Town, floor: Floor, fleet: Fleet): Promise<never> {
  let [floorMs, fleetMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (;;) {
    const now = performance.now()
    const isFresh = now - floorMs < floorEveryMs || (await floor.refresh())
    const isMustered = now - fleetMs < fleetEveryMs || (await fleet.muster())
    if (!isFresh || !isMustered) {
      await pause(troubledMs, town.signal)
      continue
    }
    if (now - floorMs >= floorEveryMs) floorMs = now
    if (now - fleetMs >= fleetEveryMs) fleetMs = now
    for (const act of [...(await playStores(town, floor)), ...fleet.play(floor)]) act.catch(complainUnless(town.signal))
    await pause(tickMs, town.signal)
  }
}

/** What nobody expected is told; that calls break off when the program ends is expected. */
function complainUnless(ended: AbortSignal): (error: unknown) => void {
  return (error) => {
    if (!ended.aborted) process.stderr.write(`simulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
}

async function report(town: Town, floor: Floor, fleet: Fleet): Promise<never> {
  for (;;) {
    await pause(reportEveryMs, town.signal)
    const time = localTimeAt(currentInstant(), town.options.timeZone)
    const underWay = `${floor.orders().length} under way, ${fleet.riding()} riders carrying`
    process.stdout.write(`simulator ${time}  ${town.tally.tell()}; ${underWay}\n`)
  }
}
