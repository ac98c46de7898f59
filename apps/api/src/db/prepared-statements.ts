import { createHash } from 'node:crypto'

export interface StatementNames {
  /** The name under which a text is to be prepared, or null: run it as it is. */
  nameOf(text: string): string | null
  /** Never prepare this text again. */
  giveUp(text: string): void
}

const usesBeforePrepared = 3
const mostPrepared = 120
const mostCounted = 2000
const preparable = /^\s*(select|with|insert|update|delete)\b/i

/**
 * Which statements are worth preparing: those that come again. Planning one over the partitions of orders costs up to ten times what
 * running it does. Bounded, because every connection keeps every plan.
 */
export function createStatementNames(): StatementNames {
  const uses = new Map<string, number>()
  const names = new Map<string, string | null>()
  return {
    nameOf(text) {
      const known = names.get(text)
      if (known !== undefined || names.size >= mostPrepared || !preparable.test(text)) return known ?? null
      const count = (uses.get(text) ?? 0) + 1
      if (count <= usesBeforePrepared) {
        if (uses.size >= mostCounted) uses.clear()
        uses.set(text, count)
        return null
      }
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
      uses.delete(text)
      names.set(text, name)
      return name
    },
    giveUp: (text) => void names.set(text, null),
  }
}

/** Whether a prepared statement failed because a table has changed its shape since, as a newer version's migration may do. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}
