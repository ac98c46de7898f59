import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApiProcess } from '../../test/api-process.ts'
import { makeTemporaryFolder } from '../../test/temporary-folder.ts'
import { databaseUrl, type TestDatabase, testDatabase } from '../../test/test-database.ts'
import { refuseUnfitServer } from './server-check.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('takes a server that is new enough and safe, and names both versions of one that is not', async () => {
  const client = await database.pool.connect()
  await expect(refuseUnfitServer(client)).resolves.toBeUndefined()
  await expect(refuseUnfitServer(client, 99)).rejects.toThrow(/^The database server is PostgreSQL 18\.\d+; Larder needs 99 or newer\./)
  client.release()
})

test.each(['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'])('refuses a server without %s', async (setting) => {
  const client = await database.pool.connect()
  // What is temporary hides what is in the catalogue by the same name: the server seems to be set otherwise.
  await client.query(
    `create temporary view pg_settings as select name, case name when '${setting}' then 'off' else setting end as setting from pg_catalog.pg_settings`,
  )
  await expect(refuseUnfitServer(client)).rejects.toThrow(`could lose acknowledged orders: ${setting} is off.`)
  await client.query('drop view pg_temp.pg_settings')
  client.release()
})

test('refuses a database in another encoding', async () => {
  const admin = new Client({ connectionString: inject('testServer') })
  await admin.connect()
  await admin.query(`create database test_ascii encoding 'SQL_ASCII' template template0`)
  const ascii = new Client({ connectionString: databaseUrl(inject('testServer'), 'test_ascii') })
  await ascii.connect()
  await expect(refuseUnfitServer(ascii)).rejects.toThrow('The database is encoded in SQL_ASCII; Larder needs UTF8')
  await ascii.end()
  await admin.query('drop database test_ascii')
  await admin.end()
})

test('an older server is refused at the start, before anything is written', async () => {
  const admin = new Client({ connectionString: inject('testServer') })
  await admin.connect()
  await admin.query('create database test_older template template0')
  // What is in a path before the catalogue hides what that says: the server seems to be an older one.
  await admin.query('alter database test_older set search_path = older, pg_catalog')
  const url = databaseUrl(inject('testServer'), 'test_older')
  const older = new Client({ connectionString: url })
  await older.connect()
  await older.query(`create schema older`)
  await older.query(
    `create view older.pg_settings as select name, case name when 'server_version' then '15.4' else setting end as setting from pg_catalog.pg_settings`,
  )
  const folder = makeTemporaryFolder()
  const api = startApiProcess(folder.path, { DATABASE_URL: url })
  await expect(api.ready).rejects.toThrow('The database server is PostgreSQL 15.4; Larder needs 18 or newer. Nothing was written.')
  const { rows } = await older.query(
    `select nspname, relname from pg_class right join pg_namespace on pg_namespace.oid = relnamespace
      where nspname not like 'pg\\_%' and nspname <> 'information_schema' order by nspname`,
  )
  expect(rows).toEqual([
    { nspname: 'older', relname: 'pg_settings' },
    { nspname: 'public', relname: null },
  ])
  await older.end()
  await admin.query('drop database test_older')
  await admin.end()
  folder.remove()
})
