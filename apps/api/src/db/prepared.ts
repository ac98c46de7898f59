import type { ClientBase, QueryResult } from 'pg'

type Ask = (...asked: unknown[]) => Promise<QueryResult>

// Plans stay in the server's memory, per connection; a statement that comes once is not worth one.
const MOST_NAMES = 200
const MOST_SEEN_ONCE = 1000
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b/i

/**
 * Makes a connection parse and plan a statement once instead of at every use: from its second use on, a statement that is asked with its
 * values apart has a name. Of a partitioned table, planning takes longer than reading a page of it.
 */
export function prepareStatements(client: ClientBase): void {
  const ask = client.query.bind(client) as Ask
  const names = createNames()
  client.query = ((...asked: unknown[]) => {
    const [text, values] = asked
    if (asked.length !== 2 || typeof text !== 'string' || !Array.isArray(values)) return ask(...asked)
    const name = names.of(text)
    return name === null ? ask(text, values) : askByName(text, values, name)
  }) as ClientBase['query']

  async function askByName(text: string, values: unknown[], name: string): Promise<QueryResult> {
    const isAlone = client.getTransactionStatus() === 'I'
    try {
      return await ask({ name, text, values })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      names.forget()
      if (!isAlone) throw error
      return ask(text, values)
    }
  }
}

/**
 * Whether a prepared statement no longer holds: a migration changed the columns that it returns, or the server has forgotten it.
 * Nothing was done; the same again, from the transaction's beginning, goes well.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'routine' in error)) return false
  return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery')
}

function createNames() {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  let generation = 1
  return {
    of(text: string): string | null {
      const known = names.get(text)
      if (known || names.size === MOST_NAMES) return known ?? null
      if (!seenOnce.delete(text)) {
        if (seenOnce.size === MOST_SEEN_ONCE) seenOnce.clear()
        if (PREPARABLE.test(text)) seenOnce.add(text)
        return null
      }
      const name = `larder_${generation}_${names.size + 1}`
      names.set(text, name)
      return name
    },
    forget() {
      names.clear()
      generation++
    },
  }
}
