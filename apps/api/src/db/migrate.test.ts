import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { emptyDatabase, type TestDatabase } from '../../test/test-database.ts'
import { migrateToLatest } from './migrate.ts'

let folder: ReturnType<typeof makeTemporaryFolder>
let database: TestDatabase

beforeEach(async () => {
  folder = makeTemporaryFolder()
  database = await emptyDatabase()
  write('0001_first', 'create table first (id integer primary key); insert into first values (1)')
  write('0002_second', 'create table second (id integer primary key)')
})

afterEach(async () => {
  await database.drop()
  folder.remove()
})

test('runs each file once, in order', async () => {
  expect(await migrate()).toEqual(['0001_first', '0002_second'])
  expect(await migrate()).toEqual([])
  write('0003_third', 'alter table second add column name text')
  expect(await migrate()).toEqual(['0003_third'])
})

test('lets several processes boot at once', async () => {
  for (let round = 0; round < 8; round++) {
    await database.pool.query('drop schema public cascade; create schema public')
    const runs = await Promise.all(Array.from({ length: 8 }, migrate))
    expect(runs.flat().sort()).toEqual(['0001_first', '0002_second'])
    expect(await count('first')).toBe(1)
  }
})

test('undoes a file that fails half way, and goes on from there once it is mended', async () => {
  write('0003_third', 'create table third (id integer); select no_such_function()')
  await expect(migrate()).rejects.toThrow(/^Migration 0003_third failed: .*no_such_function/)
  expect(await count('pg_class', "relname in ('first', 'second', 'third')")).toBe(2)
  write('0003_third', 'create table third (id integer)')
  expect(await migrate()).toEqual(['0003_third'])
})

test('refuses a file that was changed after it had run', async () => {
  await migrate()
  write('0001_first', 'create table first (id bigint primary key)')
  await expect(migrate()).rejects.toThrow('Migration 0001_first was changed after it had run')
})

test('takes other line ends for the same file', async () => {
  write('0003_third', 'create table third (\n  id integer\n)')
  await migrate()
  write('0003_third', 'create table third (\r\n  id integer\r\n)')
  expect(await migrate()).toEqual([])
})

test('refuses a database that is newer than the program', async () => {
  await migrate()
  const older = makeTemporaryFolder()
  writeFileSync(join(older.path, '0001_first.sql'), 'create table first (id integer primary key); insert into first values (1)')
  await expect(migrateToLatest(database.url, older.path)).rejects.toThrow(
    'has run migration 0002_second, which this version of Larder does not know',
  )
  older.remove()
})

function write(name: string, text: string): void {
  writeFileSync(join(folder.path, `${name}.sql`), text)
}

function migrate(): Promise<string[]> {
  return migrateToLatest(database.url, folder.path)
}

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await database.pool.query(`select count(*) as count from ${table} where ${where}`)
  return rows[0].count
}
