import { useMe } from '#kit/access/access.tsx'

/** The store of whoever is of one store alone: nobody asks them which. */
export function useOwnStore(): string | undefined {
  const { scope } = useMe()
  return scope.kind === 'store' && scope.ids.length === 1 ? scope.ids[0] : undefined
}
