import { macroContract, macroPlaceholders, unknownPlaceholders } from '@larder/contract'
import { resource } from '#kit/resource.ts'

/** Answers that are kept to be said again on tickets. */
export const macros = resource(macroContract, {
  table: 'macro',
  permission: 'ticket.view',
  rows: (db) => db.selectFrom('macro').selectAll('macro'),
  scope: 'everybody',
  search: { name: 'macro.name', text: 'macro.text' },
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
