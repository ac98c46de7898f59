import { exportTypes, type ImportCheck, idHead, importLimits, type NamedEndpoint } from '@larder/contract'
import { expect } from 'vitest'
import type { Cell } from '#kit/export/columns.ts'
import { writeXlsx } from '#kit/export/xlsx.ts'
import type { Answer, Caller, TestApp } from './test-app.ts'

type Format = keyof typeof exportTypes

/** Sends a file to an endpoint of imports. */
export function sendFile(app: TestApp, address: string, as: Caller, file: string | Uint8Array, format: Format = 'csv'): Promise<Answer> {
  return app.call(`POST ${address}`, { as, body: Buffer.from(file), headers: { 'content-type': exportTypes[format] } })
}

/** What a file would do; it must be one that can be looked at. */
export async function check(app: TestApp, path: string, as: Caller, file: string | Uint8Array, format?: Format): Promise<ImportCheck> {
  const { status, body } = await sendFile(app, `${path}/import/check`, as, file, format)
  expect([status, body.error], JSON.stringify(body)).toEqual([200, undefined])
  return body
}

/** Imports a file and waits for the end of it. Answers the task. */
export async function importFile(app: TestApp, path: string, as: Caller, file: string | Uint8Array, format?: Format) {
  const { seen } = await check(app, path, as, file, format)
  const begun = await sendFile(app, `${path}/import?seen=${seen}`, as, file, format)
  expect([begun.status, begun.body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
  const { body } = await app.call(`GET /tasks/${begun.body.id}`, { as })
  expect([body.status, body.reason]).toEqual(['done', null])
  return body
}

/** A list as its export writes it; `query`: what of it. */
export async function exportFile(app: TestApp, path: string, as: Caller, format: Format = 'csv', query: object = {}): Promise<Buffer> {
  const { status, body } = await app.call(`POST ${path}/export`, { as, body: { format, query } })
  expect([status, body.error]).toEqual([200, undefined])
  await app.services.tasks.runDue()
  const answer = await app.fastify.inject({ url: `/api/tasks/${body.id}/file`, headers: { 'x-api-key': as.token } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** Rows as a workbook. */
export async function workbookOf(rows: readonly Cell[][]): Promise<Buffer> {
  async function* all() {
    yield* rows
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of writeXlsx(all(), 'Sheet')) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A good call of everything that reads a list from a file: one without rows. Of one person so many tasks wait and no more. */
export function importExamples(sends: readonly NamedEndpoint[], somebody: () => Promise<Caller>) {
  const all = sends.filter(({ shape }) => shape.maxBytes === importLimits.bytes)
  const example = async () => ({ as: await somebody(), body: await workbookOf([[idHead]]), type: exportTypes.xlsx })
  return Object.fromEntries(all.map(({ name }) => [name, example]))
}
