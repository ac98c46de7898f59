import type { Alert } from '@larder/contract'
import { useLive } from '#api/live.ts'

/** What has arrived since the server was asked, newest first. */
export function useArrived(known: readonly Alert[] = []): (Alert & { sequence: number })[] {
  const ids = new Set(known.map(({ id }) => id))
  const { messages } = useLive()
  return messages
    .filter(({ id }) => !ids.has(id))
    .map((message) => ({ ...message, isRead: false }))
    .reverse()
}
