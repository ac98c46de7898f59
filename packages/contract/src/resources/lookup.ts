import type * as z from 'zod/mini'
import { recordContract } from './record.ts'

type Shape = z.core.$ZodLooseShape

/** A plain record of the settings: `recordContract` with the permissions `setting.*`, without acts. */
export function lookupContract<
  const E extends string,
  D extends Shape,
  X extends Shape,
  F extends Shape,
  const S extends readonly [string, ...string[]],
>(entity: E, path: string, facts: { label: string; draft: D; extra: X; filters: F; sorts: S }) {
  return recordContract<E, 'setting', D, X, F, S>(entity, path, { ...facts, permission: 'setting' })
}
