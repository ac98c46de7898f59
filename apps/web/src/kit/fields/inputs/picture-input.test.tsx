import { cuisineContract, type RiderDocument, riderContract } from '@larder/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ApiServer, apiError, startApiServer } from '../../../testing/api-server.ts'
import { renderAt } from '../../../testing/render.tsx'
import { text } from '../../cells/columns.tsx'
import { pictured } from '../../cells/pictured.tsx'
import { defineResource } from '../../resource/define.ts'
import { FormScreen } from '../../resource/form/form-screen.tsx'
import { ListScreen } from '../../resource/list/list-screen.tsx'
import { group } from '../field.ts'
import { textField } from '../fields.tsx'
import { linesField } from '../lines-field.tsx'
import { pictureField } from '../picture-field.tsx'

const cuisines = defineResource(cuisineContract, {
  label: ['Cuisine', 'Cuisines'],
  title: (row) => row.name,
  columns: [pictured(text('name'), 'imageId')],
  form: [group('Cuisine', [textField('name'), pictureField('imageId', { label: 'Picture' })])],
  blank: { sort: 0, active: true },
})
const [first, second] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']
const thai = { id: 'c1', name: 'Thai', sort: 3, stores: 0, active: true, imageId: first, createdAt: '2026-11-20T10:00:00.000Z', version: 4 }
const bytes = Buffer.from('what a picture is made of')
const png = (size = 20) => new File([new Uint8Array(size)], 'photo.png', { type: 'image/png' })

let server: ApiServer
beforeEach(async () => {
  server = await startApiServer({
    'GET /cuisines/c1': thai,
    [`GET /files/${first}`]: [200, bytes],
    [`GET /files/${second}`]: [200, bytes],
    'POST /files': { id: second, width: 8, height: 8, sizeBytes: 20 },
    'PATCH /cuisines/c1': { ...thai, imageId: second, version: 5 },
  })
})
afterEach(() => server.close())

const field = () => screen.findByRole('group', { name: 'Picture' })
const choose = async (file: File) => fireEvent.change(await screen.findByLabelText('Picture file'), { target: { files: [file] } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const shown = async () => (await field()).querySelector('img')?.getAttribute('src')

test('a chosen picture is sent as it is, shown at once, and saved by its id', async () => {
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await waitFor(async () => expect(await shown()).toMatch(/^blob:/))
  const kept = await shown()
  await choose(png())
  expect(await shown()).not.toBe(kept)
  expect(await screen.findByText(`Picture: picture 0001 → picture 0002`)).toBeTruthy()
  const [sent] = server.callsOf('POST /files')
  expect(sent?.headers).toMatchObject({ 'content-type': 'image/png', 'idempotency-key': expect.stringMatching(/^[\w-]{36}$/) })
  expect(sent?.body).toEqual(Buffer.alloc(20))
  press('Save')
  await waitFor(() => expect(server.callsOf('PATCH /cuisines/c1').map(({ body }) => body)).toEqual([{ version: 4, imageId: second }]))
})

test('a picture can be dropped or pasted, and taken away', async () => {
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  fireEvent.drop(await field(), { dataTransfer: { files: [png()] } })
  await screen.findByText(/→ picture 0002/)
  fireEvent.paste(await field(), { clipboardData: { files: [png()] } })
  await waitFor(() => expect(server.callsOf('POST /files')).toHaveLength(2))
  await screen.findByText(/→ picture 0002/)
  press('Remove picture')
  expect(await screen.findByText('Picture: picture 0001 → none')).toBeTruthy()
  expect(await shown()).toBeUndefined()
  expect(screen.getByRole('button', { name: 'Choose picture' })).toBeTruthy()
})

test('what is no picture, or too large, is refused before it is sent; the refusal of the server stands there too, and nothing changed', async () => {
  server.answer({
    'GET /cuisines/c1': { ...thai, imageId: null },
    'POST /files': [422, { error: apiError({ kind: 'invalid', message: 'The picture is damaged.' }) }],
  })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await choose(new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The file must be a PNG, JPEG or WebP picture.')
  await choose(png(10 * 1024 * 1024 + 1))
  expect(await screen.findByText('The file is larger than 10 MB.')).toBeTruthy()
  expect(server.callsOf('POST /files')).toEqual([])
  await choose(png())
  expect(await screen.findByText('The picture is damaged.')).toBeTruthy()
  expect(screen.getByText('No changes')).toBeTruthy()
  expect(await shown()).toBeUndefined()
})

test('a picture that was refused leaves the one that was there', async () => {
  server.answer({ 'POST /files': [422, { error: apiError({ kind: 'invalid', message: 'The picture is damaged.' }) }] })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await waitFor(async () => expect(await shown()).toMatch(/^blob:/))
  await choose(png())
  expect(await screen.findByText('The picture is damaged.')).toBeTruthy()
  expect(screen.getByText('No changes')).toBeTruthy()
  await waitFor(async () => expect(await shown()).toMatch(/^blob:/))
})

test('while it is sent nothing is saved without it; discarding gives it up', async () => {
  server.answer({ 'POST /files': 'silence' })
  renderAt('/', <FormScreen resource={cuisines} id="c1" />)
  await choose(png())
  expect(await screen.findByRole('progressbar', { name: 'Uploading picture' })).toBeTruthy()
  press('Save')
  expect(await screen.findByText('Picture is still uploading')).toBeTruthy()
  expect(server.callsOf('PATCH /cuisines/c1')).toEqual([])
  press('Discard')
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByText('No changes')).toBeTruthy()
})

test('a list shows the small one, and a mark where there is none', async () => {
  const page = { rows: [thai, { ...thai, id: 'c2', name: 'Arabian', imageId: null }], next: null, total: null }
  server.answer({ 'GET /cuisines': page })
  renderAt('/', <ListScreen resource={cuisines} />)
  await waitFor(() => expect(document.querySelectorAll('.picture > img')).toHaveLength(1))
  expect(document.querySelectorAll('.picture > svg')).toHaveLength(1)
  expect(server.callsOf(`GET /files/${first}`).map(({ query }) => query)).toEqual([{ size: 'small' }])
})

const riders = defineResource(riderContract, {
  label: ['Rider', 'Riders'],
  title: (row) => row.name,
  columns: [],
  form: [
    group('Documents', [
      linesField<'documents', RiderDocument>('documents', {
        line: 'document',
        fields: [textField('documentNumber', { label: 'Number' }), pictureField('imageId', { label: 'Picture' })],
        blank: () => ({}),
        words: ({ documentNumber }) => documentNumber,
      }),
    ]),
  ],
})
const paper = { kind: 'identity', documentNumber: '1', expiresOn: null, imageId: null }

test('what is typed beside a picture while it is sent stays', async () => {
  server.answer({ 'GET /riders/r1': { id: 'r1', name: 'Anil', version: 1, documents: [paper, paper] } })
  renderAt('/', <FormScreen resource={riders} id="r1" />)
  fireEvent.change(await screen.findByLabelText('Picture of document 1 file'), { target: { files: [png()] } })
  fireEvent.change(screen.getByLabelText('Number of document 2'), { target: { value: '4242' } })
  expect(screen.getByRole('progressbar')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByRole('button', { name: 'Replace picture of document 1' })).toBeTruthy()
  expect(screen.getByLabelText('Number of document 2')).toHaveProperty('value', '4242')
})

test('a form that was left while a picture was sent asks for it again, and keeps the rest', async () => {
  server.answer({ 'GET /riders/r1': { id: 'r1', name: 'Anil', version: 1, documents: [paper] }, 'POST /files': 'silence' })
  const { unmount } = renderAt('/', <FormScreen resource={riders} id="r1" />)
  fireEvent.change(await screen.findByLabelText('Picture of document 1 file'), { target: { files: [png()] } })
  fireEvent.change(screen.getByLabelText('Number of document 1'), { target: { value: '4242' } })
  press('Save')
  expect(await screen.findByText('Picture of document 1 is still uploading')).toBeTruthy()
  unmount()
  renderAt('/', <FormScreen resource={riders} id="r1" />)
  expect(await screen.findByRole('button', { name: 'Choose picture of document 1' })).toBeTruthy()
  expect(screen.getByLabelText('Number of document 1')).toHaveProperty('value', '4242')
  expect(screen.queryByRole('progressbar')).toBeNull()
})
