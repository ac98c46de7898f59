import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { keyWords } from '#kit/key-words.ts'
import { type KeyName, keys, useKey } from '#kit/keys.ts'
import { person, renderAt } from '../../testing/render.tsx'
import { pages } from '../routes.ts'
import { ShellKeys } from './shell-keys.tsx'

const root = join(import.meta.dirname, '../..')
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const press = (key: string) => fireEvent.keyDown(document.body, { key })

test('each key of the table is heard by somebody, and nobody hears keys of the page beside it', () => {
  const heard = new Set(sources.flatMap(({ text }) => [...text.matchAll(/useKey\('(\w+)'/g)].map(([, name]) => name)))
  expect([...heard].sort()).toEqual(Object.keys(keys).sort())
  const besides = sources.filter(({ text }) => /useKeyDown\(|addEventListener\('key/.test(text)).map(({ path }) => path)
  expect(besides.sort()).toEqual(['app/shell/use-go-keys.ts', 'kit/keys.ts'])
})

test('no two of them are pressed alike, nor two pages', () => {
  const presses = Object.values(keys).map((key) => key.press)
  expect(new Set(presses).size).toBe(presses.length)
  const goes = pages.flatMap(({ go }) => go ?? [])
  expect(new Set(goes).size).toBe(goes.length)
})

test('the sheet of `?` shows every one, and the pages that this person may see', async () => {
  renderAt('/', <ShellKeys />, { who: person({ isAdmin: false, permissions: ['order.view'] }) })
  press('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const [key, { shown }] of Object.entries(keys)) {
    const does = keyWords[key as KeyName]
    expect(sheet.textContent).toContain(does)
    expect(sheet.textContent).toContain(shown)
  }
  expect(sheet.textContent).toContain('G OAll orders')
  expect(sheet.textContent).not.toContain('Stores')
})

function Listener({ name, act }: { name: KeyName; act: () => void }) {
  useKey(name, act)
  return null
}

test('`g` and a key go to a page, and that key does nothing else', async () => {
  const act = vi.fn()
  const { address } = renderAt(
    '/',
    <>
      <Listener name="likely" act={act} />
      <ShellKeys />
    </>,
  )
  press('g')
  press('a')
  await waitFor(() => expect(address()).toBe('/settings/area'))
  expect(act).not.toHaveBeenCalled()
  press('a')
  expect(act).toHaveBeenCalledOnce()
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
  expect(act).toHaveBeenCalledOnce()
})
