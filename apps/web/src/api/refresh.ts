import type { Tag } from './tags.ts'

/** Milliseconds that changes are gathered before what shows them is read again. */
export const batchMs = 250
/** Under a steady stream a list is read again at most this often, so that two thousand screens don't ask four times a second. */
const listGapMs = 1500

export interface Refresh {
  add: (tags: readonly Tag[]) => void
  stop: () => void
}

/**
 * Gathers the tags of changes and invalidates them in batches: records at once, lists with a breath between; a hidden tab waits until it
 * is seen.
 */
export function batchRefresh(invalidate: (tags: Tag[]) => void): Refresh {
  const waiting = new Map<string, Tag>()
  const refreshedAt = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const isDue = ({ id }: Tag) => id.includes('/') || performance.now() - (refreshedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= listGapMs

  const flush = () => {
    timer = undefined
    if (document.hidden) return
    const due = [...waiting.values()].filter(isDue)
    for (const { id } of due) {
      waiting.delete(id)
      refreshedAt.set(id, performance.now())
    }
    if (due.length > 0) invalidate(due)
    if (waiting.size > 0) schedule()
  }
  const schedule = () => {
    timer ??= setTimeout(flush, batchMs)
  }
  const whenSeen = () => {
    if (!document.hidden && waiting.size > 0) schedule()
  }
  document.addEventListener('visibilitychange', whenSeen)

  return {
    add(tags) {
      for (const tag of tags) waiting.set(tag.id, tag)
      schedule()
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', whenSeen)
    },
  }
}
