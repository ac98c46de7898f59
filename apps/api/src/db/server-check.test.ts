import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
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
