import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../test/temporary-folder.ts'
import { readConfig } from './config.ts'

const server = { DATABASE_URL: 'postgres://larder@db/larder', SECRET_KEY: 'f3c9Rk0pLx7vQ2mZ8sTn5wYb1dHj6aGe' }

let folder: ReturnType<typeof makeTemporaryFolder>

beforeAll(() => {
  folder = makeTemporaryFolder()
})

afterAll(() => folder.remove())

test('is a demo on the loopback address when nothing is said', () => {
  const config = readConfig({ DATA_DIR: folder.path })
  expect(config).toMatchObject({ port: 4000, host: '127.0.0.1', demo: true, demoOrders: 50_000, databaseUrl: null, shareDatabase: false })
})

test('is no demo once there is a server, unless it is asked for', () => {
  expect(readConfig(server)).toMatchObject({ demo: false, databaseUrl: server.DATABASE_URL, secretKey: server.SECRET_KEY })
  expect(readConfig({ ...server, DEMO: 'on' }).demo).toBe(true)
})

test('takes an empty variable for an absent one', () => {
  expect(readConfig({ DATA_DIR: folder.path, PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 4000, databaseUrl: null })
})

test('makes the secret of a demo once and keeps it to itself', () => {
  const { secretKey } = readConfig({ DATA_DIR: folder.path })
  expect(secretKey.length).toBeGreaterThanOrEqual(44)
  expect(readConfig({ DATA_DIR: folder.path }).secretKey).toBe(secretKey)
  const file = join(folder.path, 'secret-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(secretKey)
})

test.each(['', 'short'])('does not take a damaged file for the secret: %j', (text) => {
  const dataDir = join(folder.path, `damaged ${text}`)
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secret-key'), text)
  expect(() => readConfig({ DATA_DIR: dataDir })).toThrow(`secret-key is damaged: it holds ${text.length} characters`)
})

test('keeps the seals of the record beside the data, elsewhere, or nowhere; earlier secrets are a list', () => {
  expect(readConfig({ DATA_DIR: folder.path })).toMatchObject({ auditSeals: join(folder.path, 'audit-seals.log'), previousSecretKeys: [] })
  expect(readConfig({ ...server, AUDIT_SEALS: '/mnt/seals.log', SECRET_KEY_PREVIOUS: 'one, two' })).toMatchObject({
    auditSeals: '/mnt/seals.log',
    previousSecretKeys: ['one', 'two'],
  })
  expect(readConfig({ ...server, AUDIT_SEALS: 'off' }).auditSeals).toBeNull()
})

describe('refuses', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535'],
    [{ DEMO_ORDERS: '1.5' }, 'DEMO_ORDERS must be a whole number from 0 to 100000000'],
    [{ DEMO: 'yes' }, 'DEMO must be "on" or "off"'],
    [{ SHARE_DATABASE: '1' }, 'SHARE_DATABASE must be "on" or "off"'],
    [{ DATABASE_URL: 'mysql://db/larder' }, 'DATABASE_URL must be an address that starts with postgres:// or postgresql://'],
    [{ DATABASE_REPLICA_URL: 'db' }, 'DATABASE_REPLICA_URL must be an address that starts with postgres:// or postgresql://'],
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY must be addresses or networks'],
    [{ TRUST_PROXY: '10.0.0.5, 10.0.0.0/33' }, 'TRUST_PROXY must be addresses or networks'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be debug, info, warn, error or silent'],
    [{ HOST: '0.0.0.0' }, 'HOST must be 127.0.0.1, ::1 or localhost while DEMO is on'],
    [{ ...server, SECRET_KEY: undefined }, 'SECRET_KEY is missing'],
    [{ DEMO: 'off' }, 'SECRET_KEY is missing'],
    [{ ...server, SECRET_KEY: 'changeme' }, 'SECRET_KEY is a guessable word'],
    [{ ...server, SECRET_KEY: 'change-me-change-me-change-me-change-me' }, 'SECRET_KEY is a guessable word'],
    [{ ...server, SECRET_KEY: 'a'.repeat(40) }, 'SECRET_KEY is a guessable word'],
    [{ ...server, SECRET_KEY: 'f3c9Rk0pLx7vQ2mZ' }, 'SECRET_KEY is too short'],
  ])('%o', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  test('everything that is wrong in one go', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT.*DEMO.*LOG_LEVEL/s)
  })
})
