import { type Macro, macroContract, macroPlaceholders, unknownPlaceholders } from '@larder/contract'
import { resource } from '#kit/resource.ts'

/** Answers that are kept to be said again on tickets. */
export const macros = resource(macroContract, {
  table: 'macro',
  written: ['text'],
  permission: 'ticket.view',
  rows: (db) => db.selectFrom('macro').selectAll('macro'),
  scope: 'everybody',
  present: (row) => ({
    id: row.id as Macro['id'],
    name: row.name,
    text: row.text,
    audience: row.audience as Macro['audience'],
    sort: row.sort,
    active: row.active,
    createdAt: row.created_at,
    version: row.version,
  }),
  search: { name: 'macro.name', text: 'macro.text' },
  filters: { audience: 'macro.audience', active: 'macro.active' },
  sorts: { sort: 'macro.sort', name: 'macro.name', createdAt: 'macro.id' },
  columns: ({ name, text, audience, sort, active }) => ({ name, text, audience, sort, active }),
  create: { rule: ({ body }) => problemOf(body.text) },
  update: { rule: ({ body }) => (body.text === undefined ? null : problemOf(body.text)) },
  acts: {},
})

function problemOf(text: string) {
  const unknown = unknownPlaceholders(text)
  if (unknown.length === 0) return null
  const known = macroPlaceholders.map((word) => `{${word}}`).join(', ')
  return { text: `knows no ${unknown.join(', ')}: there are ${known}` }
}
