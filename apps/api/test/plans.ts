import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { readOnly } from '../src/db/database.ts'
import type { DB } from '../src/db/schema.gen.ts'
import type { TestApp } from './test-app.ts'

/** One node of a plan that reads a table; of a partitioned table, one of its partitions. */
interface Scan {
  type: string
  table: string
  index: string | null
  /** Rows that were looked at: those that went on and those that a filter threw away. */
  looked: number
}

interface Plan {
  sql: string
  scans: Scan[]
  sorts: number
  milliseconds: number
}

export interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  'Actual Loops': number
  'Actual Rows': number
  Plans?: Node[]
}

/** Every statement with which `act` reads. */
export async function queriesOf(app: TestApp, act: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const { pool } = app.database
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'query' && queries.push(event.query)),
  })
  const { db, replica } = app.services
  const spied = readOnly(watched)
  Object.assign(app.services, { db: spied, replica: { ...replica, reader: async () => spied } })
  try {
    await act()
  } finally {
    Object.assign(app.services, { db, replica })
  }
  return queries
}

/** The plans, as they ran, of every statement with which `act` reads. */
export async function plansOf(app: TestApp, act: () => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const query of await queriesOf(app, act)) {
    // What the product itself asks the server to expect, it does not run.
    if (query.sql.startsWith('explain ')) continue
    const { root, milliseconds } = await explained(app.database.pool, query)
    const nodes = flatten(root)
    plans.push({
      sql: query.sql,
      scans: nodes.flatMap(toScan),
      sorts: nodes.filter((node) => node['Node Type'] === 'Sort').length,
      milliseconds,
    })
  }
  return plans
}

/**
 * The plan of a statement, as it ran: planned as the product's own are, once for any values (`createPool`), which an `explain` of the statement
 * itself would not be.
 */
export async function explained(pool: pg.Pool, { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) {
  const client = await pool.connect()
  try {
    await client.query(`prepare looked_at as ${sql}`)
    // A statement that fails fails the test, which has no use for the connection any more.
    const values = parameters.map(literalOf).join(', ')
    const { rows } = await client.query(`explain (analyze, format json) execute looked_at${values && `(${values})`}`)
    const [{ Plan: root, 'Execution Time': milliseconds }] = rows[0]['QUERY PLAN'] as [{ Plan: Node; 'Execution Time': number }]
    await client.query('deallocate looked_at')
    return { root, milliseconds }
  } finally {
    client.release()
  }
}

/** A value as the driver sends it, in the text of a statement. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((each) => (each === null ? 'null' : JSON.stringify(String(each)))).join()}}`)
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** Scans of one table and its partitions in all plans. */
export function scansOf(plans: readonly Plan[], table: string): Scan[] {
  const isPart = new RegExp(`^${table}(_\\d{4}_\\d{2})?$`)
  return plans.flatMap(({ scans }) => scans.filter((scan) => isPart.test(scan.table)))
}

function toScan(node: Node): Scan[] {
  const table = node['Relation Name']
  const index = node['Index Name'] ?? flatten(node).find((child) => child['Node Type'] === 'Bitmap Index Scan')?.['Index Name'] ?? null
  const looked = ((node['Rows Removed by Filter'] ?? 0) + node['Actual Rows']) * node['Actual Loops']
  return table ? [{ type: node['Node Type'], table, index, looked }] : []
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)]
}
