import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '../apps/api/src/db/embedded.ts'
import { migrateToLatest } from '../apps/api/src/db/migrate.ts'
import { makeTemporaryFolder } from '../apps/api/test/temporary-folder.ts'
import { ROOT, runTool } from './program.ts'

const FILE = join(ROOT, 'apps/api/src/db/schema.gen.ts')

// What `#db/column-types.ts` makes of the values. Json goes in as text: the driver would write a plain array as a PostgreSQL array.
const MAPPING = {
  timestamptz: 'string',
  int8: 'number',
  uuid: 'string',
  date: 'string',
  jsonb: 'ColumnType<unknown, string, string>',
}

const FLAGS = ['--dialect=postgres', '--exclude-pattern=migration*', '--date-parser=string', '--numeric-parser=string', '--log-level=error']

// From a database made for this moment.
async function renderDatabaseTypes(): Promise<string> {
  const folder = makeTemporaryFolder()
  const server = await startEmbedded({ dataDir: folder.path })
  try {
    await migrateToLatest(server.url)
    const out = join(folder.path, 'schema.ts')
    const { code, output } = await runTool('kysely-codegen', [
      ...FLAGS,
      `--url=${server.url}`,
      `--type-mapping=${JSON.stringify(MAPPING)}`,
      `--out-file=${out}`,
    ])
    if (code !== 0) throw new Error(`The types of the database could not be made:\n${output}`)
    return readFileSync(out, 'utf8')
  } finally {
    await server.stop()
    folder.remove()
  }
}

/** Whether the committed types are those of the migrations. */
export async function areDatabaseTypesCurrent(): Promise<boolean> {
  return readFileSync(FILE, 'utf8') === (await renderDatabaseTypes())
}

/** Writes the types of the migrations. */
export async function writeDatabaseTypes(): Promise<void> {
  writeFileSync(FILE, await renderDatabaseTypes())
}
