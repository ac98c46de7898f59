import * as z from 'zod/mini'
import { contract, type Output, patch, post } from '../endpoint.ts'
import type { Refusals } from '../error-kinds.ts'
import { enumOf, keysOf } from '../values/collection.ts'
import { Version, whole } from '../values/number.ts'
import { text } from '../values/text.ts'
import { recordContract } from './record.ts'

/** Who reads what a macro says. */
export const macroAudienceLabels = { outside: 'Somebody outside', internal: 'Colleagues' } as const
export const MacroAudience = enumOf(macroAudienceLabels)
export type MacroAudience = z.infer<typeof MacroAudience>

/** What stands in a macro for what differs from ticket to ticket, in braces. */
export const macroPlaceholderLabels = {
  customer: "the customer's name",
  order: 'the number of the order',
  store: "the store's name",
  agent: 'the name of whoever writes',
} as const
export type MacroPlaceholder = keyof typeof macroPlaceholderLabels
export const macroPlaceholders = /* @__PURE__ */ keysOf(macroPlaceholderLabels)

const inBraces = /\{([^{}]*)\}/g

/** The placeholders of a macro's text that there are not, each once: `{adress}`. Pure. */
export function unknownPlaceholders(said: string): string[] {
  const known: ReadonlySet<string> = new Set(macroPlaceholders)
  return [...new Set([...said.matchAll(inBraces)].filter(([, word = '']) => !known.has(word)).map(([whole]) => whole))]
}

/** The placeholders that a macro's text has and that nothing is known for. Pure. */
export function lackingPlaceholders(said: string, known: Readonly<Partial<Record<MacroPlaceholder, string>>>): MacroPlaceholder[] {
  return macroPlaceholders.filter((word) => said.includes(`{${word}}`) && !known[word])
}

/** A macro's text with what its placeholders stand for; one that nothing is known for stays as it is. Pure. */
export function fillMacro(said: string, known: Readonly<Partial<Record<MacroPlaceholder, string>>>): string {
  return said.replace(inBraces, (whole, word: string) => known[word as MacroPlaceholder] || whole)
}

const draft = {
  name: text({ max: 60 }),
  text: text({ max: 500, multiline: true }),
  audience: MacroAudience,
  sort: whole(0, 9999),
  active: z.boolean(),
}

const { update, ...record } = /* @__PURE__ */ recordContract('macro', '/macros', {
  label: 'Macros',
  permission: 'ticket',
  imports: 'setting-reasons.edit',
  draft,
  extra: {},
  filterBy: ['audience', 'active'],
  sorts: ['sort', 'name', 'createdAt'],
})

/** Answers that are kept to be said again on tickets. */
export const macroContract = /* @__PURE__ */ contract('macro', {
  ...record,
  // Whoever looks after the lists of reasons looks after these.
  create: post('/macros', {
    permission: 'setting-reasons.edit',
    body: z.strictObject(draft),
    response: record.get.shape.response,
    example: {
      body: {
        name: 'Sorry for the delay',
        text: 'Dear {customer}, {order} is late. We are sorry.',
        audience: 'outside',
        sort: 5,
        active: true,
      },
    },
    summary: 'Macros: add',
  }),
  update: patch('/macros/:id', {
    permission: 'setting-reasons.edit',
    params: update.shape.params,
    body: z.extend(z.partial(z.strictObject(draft)), { version: Version }),
    response: record.get.shape.response,
    example: { body: { text: 'Dear {customer}, {order} is on its way.', sort: 6 } },
    summary: 'Macros: change',
  }),
})
export type Macro = Output<typeof macroContract.get>

export const macroRefusals = {
  'not-found': { 'macro-not-found': 'No such macro.' },
} as const satisfies Refusals
