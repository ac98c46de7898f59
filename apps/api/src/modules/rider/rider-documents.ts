import type { Id, RiderDocument, RiderDocumentKind } from '@larder/contract'
import { sql } from 'kysely'
import type { ReadDatabase } from '#db/database.ts'
import type { Work } from '#kit/context.ts'
import type { Told } from '#kit/resource/declaration.ts'

/** The papers of some riders, in the order of their kinds. */
export async function readDocuments(db: ReadDatabase, riderIds: readonly string[]): Promise<Map<string, RiderDocument[]>> {
  if (riderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rider_document')
    .selectAll()
    .where('rider_id', 'in', [...riderIds])
    .orderBy('kind')
    .execute()
  const byRider = Map.groupBy(rows, ({ rider_id }) => rider_id)
  return new Map(
    [...byRider].map(([id, own]) => [
      id,
      own.map(({ kind, number, expires_on, image_id }) => ({
        kind: kind as RiderDocumentKind,
        documentNumber: number,
        expiresOn: expires_on,
        imageId: image_id as Id<'file'> | null,
      })),
    ]),
  )
}

/** Puts these in the place of the papers that there were, and tells both; nothing of either where none are given. */
export async function replaceDocuments(
  { db }: Work,
  riderId: string,
  documents: readonly RiderDocument[] | undefined,
  were: readonly RiderDocument[],
): Promise<Told> {
  const are = documents?.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
  if (!are || JSON.stringify(are) === JSON.stringify(were)) return { old: {}, new: {} }
  const kinds = are.map(({ kind }) => kind)
  await db.deleteFrom('rider_document').where('rider_id', '=', riderId).where(sql<boolean>`kind <> all(${kinds}::text[])`).execute()
  const rows = are.map(({ kind, documentNumber: number, expiresOn, imageId }) => ({
    rider_id: riderId,
    kind,
    number,
    expires_on: expiresOn,
    image_id: imageId,
  }))
  if (rows.length > 0)
    await db
      .insertInto('rider_document')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['rider_id', 'kind']).doUpdateSet(({ ref }) => ({
          number: ref('excluded.number'),
          expires_on: ref('excluded.expires_on'),
          image_id: ref('excluded.image_id'),
          // Of another day staff are told anew.
          warned_days: sql`case when rider_document.expires_on = excluded.expires_on then rider_document.warned_days end`,
        })),
      )
      .execute()
  return { old: { documents: were }, new: { documents: are } }
}
