import type { Caller, TestApp } from '../test-app.ts'
import type { Example } from './examples.ts'

/** Good calls of what begins and ends to see the product as another, each by somebody of their own: it holds for their session. */
export function viewExamples(
  app: TestApp,
  somebody: () => Promise<Caller>,
  { roleId, personOf }: { roleId: string; personOf: () => Promise<string> },
): Record<string, () => Promise<Example>> {
  const startRole = async () => ({ as: await somebody(), params: { id: roleId }, body: { scope: { kind: 'all', ids: [] } } })
  return {
    'view-as.startRole': startRole,
    'view-as.startPerson': async () => ({ as: await somebody(), params: { id: await personOf() } }),
    'view-as.end': async () => {
      const { as, params, body } = await startRole()
      const { status } = await app.call(`POST /view-as/roles/${params.id}`, { as, body })
      if (status !== 200) throw new Error(`a view answered ${status}`)
      return { as }
    },
  }
}
