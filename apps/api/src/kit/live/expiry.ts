import { findLiveSessions } from '../access/lookup.ts'
import type { Services } from '../context.ts'
import type { StaffSocket } from './rooms.ts'

// Before the end it is asked once more, as the person's own requests may have put it off; a timer can't wait for longer than a month.
const earlyMs = 1000
const longestMs = 86_400_000

/** Cuts a socket when its session or its person's account ends by time, however long that is away. */
export function endOnTime(services: Services, socket: StaffSocket, sessionId: string): void {
  let endsAt = socket.data.known.endsAt
  let timer: NodeJS.Timeout

  function wait(): void {
    const left = endsAt - performance.now()
    timer = left > earlyMs ? setTimeout(() => void lookAgain(), Math.min(left - earlyMs, longestMs)) : setTimeout(end, Math.max(0, left))
    timer.unref()
  }

  async function lookAgain(): Promise<void> {
    // What can't be asked is as it was.
    const live = await findLiveSessions(services, [sessionId]).catch(() => null)
    if (socket.disconnected) return
    if (live) endsAt = live.get(sessionId)?.endsAt ?? 0
    wait()
  }

  function end(): void {
    socket.disconnect(true)
  }

  socket.once('disconnect', () => clearTimeout(timer))
  wait()
}
