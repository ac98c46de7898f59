import { Client } from 'pg'
import { createStatementNames, isOutdatedPlan } from './prepared-statements.ts'

type Query = (...values: unknown[]) => unknown

const statements = createStatementNames()

/**
 * A connection that is closed when the server did not answer within `query_timeout`: the driver alone would keep it, and whatever is
 * asked on it next (the rollback, or another request) would wait behind the answer that never comes. Statements that come again are
 * prepared.
 */
export class ImpatientClient extends Client {
  override query = ((...values: unknown[]) => {
    const [text] = values
    const result = (super.query as Query).apply(this, isPlain(values) ? [prepared(values[0], values[1])] : values)
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') this.connection.stream.destroy()
        if (isOutdatedPlan(error) && typeof text === 'string') statements.giveUp(text)
      })
    }
    return result
  }) as Client['query']
}

function isPlain(values: unknown[]): values is [string, unknown[]] {
  return values.length === 2 && typeof values[0] === 'string' && Array.isArray(values[1])
}

function prepared(text: string, values: unknown[]) {
  const name = statements.nameOf(text)
  return name === null ? { text, values } : { name, text, values }
}
