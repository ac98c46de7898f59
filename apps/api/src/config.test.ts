import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '@larder/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../test/temporary-folder.ts'
import { readConfig, variables } from './config.ts'

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

test('every variable is read, and what it says is used somewhere', () => {
  const own = readFileSync(join(import.meta.dirname, 'config.ts'), 'utf8')
  expect(variables.filter((name) => !own.includes(`values.${name}`))).toEqual([])
  const keys = Object.keys(readConfig({ DATA_DIR: folder.path }))
  const sources = ['.', '../../../scripts'].flatMap((place) => readSources(join(import.meta.dirname, place)))
  expect(keys.filter((key) => !sources.some((text) => new RegExp(`(?:\\.|[{,] )${key}\\b`).test(text)))).toEqual([])
})

test('every setting is read somewhere', () => {
  const sources = readSources(import.meta.dirname)
  expect(Object.keys(settings).filter((key) => !sources.some((text) => text.includes(`'${key}'`)))).toEqual([])
})

test('the guide names every variable, and none that is none', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/deploying.md'), 'utf8')
  const [, table = ''] = /^## Variables\n([\s\S]*?)^## /m.exec(guide) ?? []
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual([...variables].sort())
})

function readSources(place: string): string[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^config/.test(name))
    .map((name) => readFileSync(join(place, name), 'utf8'))
}

test('leaves alone what belongs to others', () => {
  const others = {
    HOME: '/root',
    HOSTNAME: 'x',
    PATH: '/bin',
    PWD: '/',
    SHELL: 'sh',
    TERM: 'xterm',
    LOGNAME: 'x',
    SECRET_KEY_BASE: 'x',
    POSTGRES_URL: 'x',
  }
  expect(() => readConfig({ ...others, npm_config_port: '1', DATA_DIR: folder.path })).not.toThrow()
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

test('mail leaves by a server, from a sender, with links to where people open the product; or not at all', () => {
  const mail = {
    SMTP_URL: 'smtps://us:pass@mail.example',
    MAIL_FROM: 'Larder <no-reply@larder.example>',
    PUBLIC_URL: 'https://larder.example/',
  }
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = mail
  expect(readConfig({ ...server, ...mail }).mail).toEqual({ smtpUrl, from, publicUrl: 'https://larder.example' })
  expect(readConfig(server).mail).toBeNull()
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
    [{ REDIS_URL: 'redis://redis' }, 'REDIS_URL is not a variable of Larder any more'],
    [{ TRUSTPROXY: '10.0.0.5' }, 'TRUSTPROXY is not a variable of Larder; did you mean TRUST_PROXY?'],
    [{ DATABASE_REPLICA: 'postgres://db/x' }, 'DATABASE_REPLICA is not a variable of Larder; did you mean DATABASE_REPLICA_URL?'],
    [{ DATABASE_URI: 'postgres://db/x' }, 'DATABASE_URI is not a variable of Larder; did you mean DATABASE_URL?'],
    [{ DEMO_ORDER: '5' }, 'DEMO_ORDER is not a variable of Larder; did you mean DEMO_ORDERS?'],
    [{ SECRETKEY: 'x' }, 'SECRETKEY is not a variable of Larder; did you mean SECRET_KEY?'],
    [{ SIMULATOR: '0' }, 'SIMULATOR must be "on" or "off"'],
    [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY must be addresses or networks'],
    [{ TRUST_PROXY: '10.0.0.5, 10.0.0.0/33' }, 'TRUST_PROXY must be addresses or networks'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL must be an address that starts with smtp:// or smtps://'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, 'PUBLIC_URL is missing'],
    [{ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://larder.example' }, 'MAIL_FROM is missing'],
    [{ MAIL_FROM: 'a@b.example' }, 'SMTP_URL is missing'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an e-mail address'],
    [{ PUBLIC_URL: 'https://larder.example/below' }, 'PUBLIC_URL must be an address without a path'],
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
