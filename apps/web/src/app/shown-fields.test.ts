import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fieldsOf } from '@larder/contract'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AnyResource } from '#kit/resource/define.ts'

/** What every record has, and its page uses by itself. */
const ofEveryRecord = new Set(['id', 'version', 'allowed', 'createdAt', 'updatedAt', 'editable'])

/** Required of a creation, and in no form, with the reason. */
const askedElsewhere: Readonly<Record<string, string>> = {
  'brand storeId': 'added in the list of a store',
  'choice-group storeId': 'added in the list of a store',
  'choice-group kind': 'added in the list of its kind',
  'item storeId': 'added in the list of a store',
  'menu-category storeId': 'added in the list of a store',
  'category-type vertical': 'added in the list of a vertical',
}

/** Fields of a record that nobody sees, with the reason. */
const shownNowhere: Readonly<Record<string, string>> = {
  'audit-entry actorKind': 'the name and the role say it',
  'change-row recordId': 'its title says which record',
  'change-row setId': 'its list stands on the page of its set',
  'change-row position': 'the order of its list',
  'choice-group skus': 'the items of `itemIds`, as files name them',
  'order rounding': 'a line of the bill, by `priceSteps`',
  'order discounts': 'lines of the bill, by `priceSteps`',
  'order deliveredAt': 'the moment of a step of its timeline',
}

const source = join(import.meta.dirname, '..')
const code = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^testing\//.test(path))
    .map((path) => [path, readFileSync(join(source, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '')]),
)
const modules = import.meta.glob<Record<string, unknown>>('../features/**/*.resource.tsx', { eager: true })
const resources = Object.entries(modules).flatMap(([path, module]) =>
  Object.values(module)
    .filter((value): value is AnyResource => typeof value === 'object' && value !== null && 'contract' in value && 'columns' in value)
    .map((resource) => ({ resource, path: path.replace('../', '') })),
)

/** The files of the web that a file imports. */
function importsOf(path: string): string[] {
  const named = [...(code.get(path) ?? '').matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name = '']) => name)
  return named.map((name) => (name.startsWith('.') ? join(dirname(path), name) : name.replace('#', ''))).filter((name) => code.has(name))
}

const isOwn = (path: string) => /^(features|entities)\//.test(path) && !path.endsWith('.resource.tsx')

/** Code that may show a record: what its resource imports, and who imports the resource, but for other resources. */
function around(path: string): string {
  const found = new Set<string>()
  const add = (next: string) => {
    if (found.has(next) || !isOwn(next)) return
    found.add(next)
    importsOf(next).forEach(add)
  }
  importsOf(path).forEach(add)
  for (const other of code.keys()) if (dirname(other) === dirname(path) || importsOf(other).includes(path)) add(other)
  return [...found].map((each) => code.get(each)).join('\n')
}

/** A record that has whatever is asked of it. */
const anything: unknown = new Proxy(() => '', {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : key === Symbol.iterator ? [][Symbol.iterator] : anything),
})

/** The facts that a record's panels list; a panel that draws something of its own is read as code. */
function factsOf({ panels = [] }: AnyResource): string[] {
  return panels.flatMap(({ render }) => {
    try {
      const { props } = render(anything as never) as ReactElement<{ columns?: readonly { key: string }[] }>
      return (props.columns ?? []).map(({ key }) => key)
    } catch {
      return []
    }
  })
}

/** What a new one cannot be sent without. */
function required({ create }: AnyResource['contract']): string[] {
  const fields = create?.shape.body ? fieldsOf(create.shape.body) : {}
  return Object.keys(fields).filter((key) => !z.core.safeParse(fields[key] as never, undefined).success)
}

/** Whether a field is a column, a fact or a field of the form, or is read where something of its own is drawn. */
function shown({ resource, path }: (typeof resources)[number]): (key: string) => boolean {
  const keys = new Set([...resource.columns.map(({ key }) => key), ...factsOf(resource), ...formKeys(resource)])
  const [own, others] = [code.get(path) ?? '', around(path)]
  return (key) => keys.has(key) || new RegExp(`\\.${key}\\b|[{,]\\s*${key}\\s*[,:}=]`).test(own) || new RegExp(`\\b${key}\\b`).test(others)
}

const formKeys = ({ form = [] }: AnyResource) => form.flatMap(({ fields }) => fields.map(({ key }) => key))

test('what a creation requires is in its form', () => {
  const missing = resources.flatMap(({ resource }) => {
    const asked = new Set(formKeys(resource))
    return resource.form
      ? required(resource.contract)
          .filter((key) => !asked.has(key))
          .map((key) => `${resource.entity} ${key}`)
      : []
  })
  expect(missing).toEqual(Object.keys(askedElsewhere))
})

test('each field of a record is shown somewhere', () => {
  const missing = resources.flatMap(({ resource: { contract, entity } }) => {
    // Of an entity that several lists show it is enough that one does.
    const shows = resources.filter(({ resource }) => resource.entity === entity).map(shown)
    return Object.keys(fieldsOf((contract.get ?? contract.list).shape.response))
      .filter((key) => !ofEveryRecord.has(key) && !shows.some((isShown) => isShown(key)))
      .map((key) => `${entity} ${key}`)
  })
  expect([...new Set(missing)].sort()).toEqual(Object.keys(shownNowhere).sort())
})
