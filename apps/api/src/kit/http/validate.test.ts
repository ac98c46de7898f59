import { contract, masked, patch, text } from '@larder/contract'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Refusal } from '../errors.ts'
import { parseInput } from './validate.ts'

const account = masked(text({ min: 6, max: 34 }), 'bank-account.reveal', (whole) => `•••• ${whole.slice(-4)}`)
const { update } = contract('bank-account', {
  update: patch('/bank-accounts', {
    permission: 'bank-account.edit',
    body: z.partial(z.strictObject({ account, bank: text({ max: 60 }) })),
    response: z.strictObject({}),
    summary: 'Change it',
  }),
})
const parsed = (body: object) => parseInput(update, { params: {}, query: {}, body })

test('what was read masked is not written back over what it hides', () => {
  let refusal: unknown
  try {
    parsed({ account: '•••• 7890', bank: 'Federal' })
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ kind: 'invalid', fields: { 'body.account': 'is masked: give all of it, or leave it out' } })
  expect(parsed({ account: '1234567890' }).body).toEqual({ account: '1234567890' })
  expect(parsed({ bank: 'Federal • Kochi' }).body).toEqual({ bank: 'Federal • Kochi' })
})
