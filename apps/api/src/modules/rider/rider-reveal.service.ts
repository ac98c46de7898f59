import type { Parsed, Revealed, riderContract } from '@larder/contract'
import type { Context } from '#kit/context.ts'
import { invalid } from '#kit/errors.ts'
import { reveal } from '#kit/record/reveal.ts'
import { riders } from './rider-read.service.ts'

export const riderHandlers = { ...riders.handlers, reveal: revealDocument }

/** The number of one of a rider's documents in clear, with an entry: who asked and why. */
function revealDocument(ctx: Context, { params: { id }, body }: Parsed<typeof riderContract.reveal>): Promise<Revealed> {
  return reveal(ctx, {
    entity: 'rider',
    id,
    ...body,
    permission: 'rider.view',
    async find(db) {
      const { documents, branchId, version } = await riders.read({ ...ctx, db }, id)
      const found = documents.find(({ kind }) => kind === body.field) ?? invalid({ 'body.field': 'is none of the rider’s documents' })
      const { kind, documentNumber } = found
      return { value: documentNumber, told: { documents: [{ kind, documentNumber }] }, version, branchId, storeId: null }
    },
  })
}
