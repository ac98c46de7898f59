import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { type ReadDatabase, readOnly } from '#db/database.ts'
import type { DB } from '#db/schema.gen.ts'

/**
 * A handle that asks nothing twice: what a rule reads for one row of a file (the area that it names, its branch's currency), it reads for
 * thousands alike. For as long as one file is looked at.
 */
export function rememberedReads(db: ReadDatabase): ReadDatabase {
  const answers = new Map<string, Promise<QueryResult<unknown>>>()
  const connection: DatabaseConnection = {
    executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const key = JSON.stringify([query.sql, query.parameters])
      const answer = answers.get(key) ?? db.getExecutor().executeQuery(query)
      answers.set(key, answer)
      return answer as Promise<QueryResult<R>>
    },
    streamQuery() {
      throw new Error('what is remembered is no stream')
    },
  }
  const none = async () => {}
  const writes = async () => {
    throw new Error('a rule that looks at a file only reads')
  }
  const remembered = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: none,
        acquireConnection: async () => connection,
        beginTransaction: writes,
        commitTransaction: writes,
        rollbackTransaction: writes,
        releaseConnection: none,
        destroy: none,
      }),
    },
  })
  return readOnly(remembered)
}
