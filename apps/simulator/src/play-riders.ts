import { type ChannelOrderEvent, channelContract, currentInstant } from '@larder/contract'
import type { Floor, Followed } from './floor.ts'
import { afterDelivery } from './play-stores.ts'
import { createRandom } from './random.ts'
import { assignRiders, awaitsRider, nextRiderMove, type Rider, rideTowards } from './rider-moves.ts'
import { nowMs, type Town } from './town.ts'

/** The riders whom this program moves. */
export interface Fleet {
  /** Learns who there is. False when the product does not answer. */
  muster(): Promise<boolean>
  /** Moves everybody by the time that has passed. Gives the calls that it began. */
  play(floor: Floor): Promise<unknown>[]
  /** How many carry something. */
  riding(): number
}

interface Moved extends Rider {
  sentMs: number
  arrivedMs: number
  isBusySending: boolean
}

const ownLegs = new Set(['assigned', 'at_store', 'picked', 'at_customer'])
const whileRidingMs = 2500
const whileStandingMs = 25_000
const refusedForMs = 120_000
const staysHomeShare = 0.15

export function createFleet(town: Town): Fleet {
  const { channel, options } = town
  const riders = new Map<string, Moved>()
  const refusals = new Map<string, number>()
  const branchOf = new Map<string, string>()
  let lastMs = nowMs()
  let carrying = 0

  async function muster(): Promise<boolean> {
    const answer = await channel.call(channelContract.riders, {})
    if (!answer.ok) return false
    for (const { id, branchId, shiftState, point } of answer.value) {
      const known = riders.get(id)
      if (known) known.shiftState = shiftState
      else if (point) riders.set(id, { id, branchId, shiftState, point, sentMs: 0, arrivedMs: 0, isBusySending: false })
    }
    for (const { id, branchId } of await town.shops.list()) branchOf.set(id, branchId)
    return true
  }

  function play(floor: Floor): Promise<unknown>[] {
    const now = nowMs()
    const passedMs = Math.min(now - lastMs, 10_000)
    lastMs = now
    const carried = floor.orders().filter(({ order }) => order.riderId !== null && ownLegs.has(order.deliveryState))
    const jobs = firstJobs(carried)
    carrying = jobs.size
    const free = [...riders.values()].filter((rider) => isOnShift(rider) && !jobs.has(rider.id))
    return [
      ...[...jobs].flatMap(([riderId, job]) => advance(floor, riders.get(riderId), job, { now, passedMs })),
      ...takeOver(floor, free, now),
      ...free.flatMap((rider) => report(rider, null, now, whileStandingMs)),
    ]
  }

  function advance(
    floor: Floor,
    rider: Moved | undefined,
    job: Followed,
    { now, passedMs }: { now: number; passedMs: number },
  ): Promise<unknown>[] {
    if (!rider) return []
    const move = nextRiderMove(job.order, rider, job.fate, { nowMs: now, arrivedMs: Math.max(rider.arrivedMs, job.legMs) })
    if ('wait' in move) return report(rider, job, now, whileStandingMs)
    if ('ride' in move) {
      rider.point = rideTowards(rider.point, move.ride, passedMs, options.speed)
      rider.arrivedMs = now
      return report(rider, job, now, whileRidingMs)
    }
    if (job.quietUntilMs > now) return []
    return [act(floor, rider, job, move.say)]
  }

  async function act(floor: Floor, rider: Moved, job: Followed, event: ChannelOrderEvent): Promise<void> {
    const isTaken = await floor.say(job, event)
    if (isTaken && event.type === 'pickUp') await town.devices.register('rider', rider.id, rider.id)
    if (isTaken && event.type === 'deliver') await afterDelivery(town, job)
  }

  function takeOver(floor: Floor, free: readonly Moved[], now: number): Promise<unknown>[] {
    const waiting = floor.orders().filter((job) => job.quietUntilMs <= now && awaitsRider(job.order, job.fate, now))
    const byId = new Map(waiting.map((job) => [job.order.id, job]))
    const orders = waiting.map(({ order }) => ({ ...order, branchId: branchOf.get(order.storeId) ?? '' }))
    const isRefused = (orderId: string, riderId: string) => (refusals.get(`${orderId} ${riderId}`) ?? 0) > now
    const pairs = assignRiders(orders, free, isRefused)
    const taken = new Set(pairs.map(({ order }) => order.id))
    callOut(orders.filter(({ id }) => !taken.has(id)).map(({ branchId }) => branchId))
    return pairs.flatMap(({ order, rider }) => {
      const job = byId.get(order.id)
      return job ? [offer(floor, job, rider.id)] : []
    })
  }

  async function offer(floor: Floor, job: Followed, riderId: string): Promise<void> {
    if (await floor.say(job, { type: 'assignRider', as: 'rider', riderId })) return
    refusals.set(`${job.order.id} ${riderId}`, nowMs() + refusedForMs)
    job.quietUntilMs = 0
  }

  /** Where orders wait and nobody is free, one who is off begins a shift; some never do. */
  function callOut(branches: readonly string[]): void {
    for (const branchId of new Set(branches)) {
      const off = [...riders.values()].filter(
        (rider) => rider.branchId === branchId && !isOnShift(rider) && !staysHome(options.seed, rider.id),
      )
      const next = off[0]
      if (next) next.shiftState = 'coming'
    }
  }

  function report(rider: Moved, job: Followed | null, now: number, everyMs: number): Promise<unknown>[] {
    if (rider.isBusySending || now - rider.sentMs < everyMs) return []
    rider.isBusySending = true
    rider.sentMs = now
    return [send(rider, job?.order.id ?? null)]
  }

  async function send(rider: Moved, orderId: string | null): Promise<void> {
    const begins = rider.shiftState === 'coming'
    const body = { point: rider.point, at: currentInstant(), orderId, ...(begins ? { shiftState: 'available' as const } : {}) }
    const answer = await channel.call(channelContract.positions, { params: { id: rider.id }, body })
    if (begins) rider.shiftState = answer.ok ? 'available' : 'off'
    rider.isBusySending = false
  }

  return { muster, play, riding: () => carrying }
}

/** A rider carries one order at a time; of several that staff gave them, the oldest first. */
function firstJobs(carried: readonly Followed[]): Map<string, Followed> {
  const jobs = new Map<string, Followed>()
  for (const job of carried) {
    const { riderId } = job.order
    if (riderId !== null && !jobs.has(riderId)) jobs.set(riderId, job)
  }
  return jobs
}

function isOnShift({ shiftState }: Rider): boolean {
  return shiftState === 'available' || shiftState === 'busy' || shiftState === 'coming'
}

function staysHome(seed: string, riderId: string): boolean {
  return createRandom(`${seed} shift ${riderId}`).chance(staysHomeShare)
}
