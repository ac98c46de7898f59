import { Client } from 'pg'

type Query = (...values: unknown[]) => unknown

/**
 * A connection that is closed when the server did not answer within `query_timeout`. The driver alone would keep it, and
 * whatever is asked on it next (the rollback, or another request) would wait behind the answer that never comes.
 */
export class ImpatientClient extends Client {
  override query = ((...values: unknown[]) => {
    const result = (super.query as Query).apply(this, values)
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === 'Query read timeout') this.connection.stream.destroy()
      })
    }
    return result
  }) as Client['query']
}
